/** The name of the cookie that carries the session token (spec 2.4). */
export const tokenCookieName = 'app-test-token';
