// Compiled, never run: what the types of app-test/server admit, and what they refuse.
import {
  activate,
  type ActivateOptions,
  defineTestModule,
  type Handler,
  protect,
  registerFinishHook,
  registerStatusHook,
  registerTestModule,
  session,
  setup,
  testMode,
} from 'app-test/server';
import express from 'express';

const app = express();
const appTest = await setup();
app.use(appTest.middleware);
app.use(protect());
app.use(testMode());

await activate();
await activate({ database: 'app-tests', namespace: 'anna', projectId: 'shop' });
await activate({ isDevServer: () => true });
// @ts-expect-error -- a misspelt option
await activate({ databse: 'app-tests' });
// @ts-expect-error -- a database is named by a string
await activate({ database: 7 });

registerStatusHook(() => ({ build: 7 }));
registerStatusHook(() => undefined);
registerFinishHook(async () => ({ mails: 0 }));
// @ts-expect-error -- a hook takes no argument
registerStatusHook((request: string) => ({ request }));
// @ts-expect-error -- a hook returns a mapping or nothing
registerStatusHook(() => 7);

registerTestModule(
  'cart',
  defineTestModule({
    fill: (payload: { lines: number }, context) => ({ filled: payload.lines, context }),
    empty: async () => undefined,
  }),
);
registerTestModule('files', ((_request, response) => response.end()) satisfies Handler);
// @ts-expect-error -- an action is a function
registerTestModule('cart', { fill: 'everything' });

const database: string | null = session.database();
const isActive: boolean = session.isActive();
// @ts-expect-error -- null where nothing is active
const name: string = session.database();

export type Unused = [typeof database, typeof isActive, typeof name, ActivateOptions];
