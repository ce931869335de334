import { answer } from '../ChildClient';
import { PollClient } from './PollClient';

answer(new PollClient());
