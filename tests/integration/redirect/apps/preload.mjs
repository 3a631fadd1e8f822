// What app-test/register does, reduced to the redirect: RPCs wait while activation runs beside the app's own start.
import { installRedirect } from '../../../../dist/server/redirect/index.js';

const redirect = installRedirect();
redirect.wait();
globalThis.redirect = redirect;

const { projectId, database, namespace, host } = JSON.parse(process.env.REDIRECT_TARGET);
const activate = async () => {
  redirect.open({ projectId, database, namespace, host });
  await redirect.selfCheck({ timeoutMs: 10_000 });
  redirect.admit();
};
setImmediate(() => void activate());
