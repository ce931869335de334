import { answer } from '../ChildClient';
import { EngineClient } from './EngineClient';

answer(new EngineClient());
