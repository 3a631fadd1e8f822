// Is to go to Google's own endpoint, but has no credentials. Nothing is sent: the client stops at their absence.
import { installRedirect } from '../../../../dist/server/redirect/index.js';

const redirect = installRedirect();
redirect.wait();
redirect.open({ projectId: 'test-project', database: 'app-tests', namespace: null, host: null });
const error = await redirect.selfCheck({ timeoutMs: 5000 }).catch((reason) => reason);
const address = redirect.addressNow();
process.stdout.write(JSON.stringify({ code: error.code, message: error.message, address }));
