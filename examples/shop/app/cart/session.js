import { randomBytes } from 'node:crypto';
import cookieSession from 'cookie-session';

/** Keeps each visitor's cart in a signed cookie. Without SESSION_KEY carts end with the process. */
export const visitorSession = cookieSession({
  name: 'kettle',
  keys: [process.env.SESSION_KEY ?? randomBytes(32).toString('hex')],
  maxAge: 14 * 24 * 60 * 60 * 1000,
  httpOnly: true,
  sameSite: 'lax',
});
