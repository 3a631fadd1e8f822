import { setup } from './activation/setup.js';
import './index.js';

// `node --import app-test/register server.js`: Node waits for this before it runs the app's main file,
// and ends with the error if it fails.
await setup();
