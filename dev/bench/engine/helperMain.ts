import { answer } from '../ChildClient';
import { EngineClient } from './EngineClient';
import { HelperNode } from './HelperNode';

answer(new EngineClient(new HelperNode()));
