import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { datastore } from '../data/datastore.js';

/** Where the id of a staff session is kept. */
export const staffCookie = 'kettle-staff';

const hours = 8;

/**
 * @param {string} password
 */
export function isStaffPassword(password) {
  const expected = process.env.STAFF_PASSWORD;
  if (!expected) return false;
  return timingSafeEqual(digest(password), digest(expected));
}

/**
 * Signs a member of staff in.
 *
 * @param {string} name
 * @returns {Promise<string>} the value of the cookie
 */
export async function openStaffSession(name) {
  const id = randomBytes(24).toString('base64url');
  await datastore.save({
    key: datastore.key(['StaffSession', id]),
    data: { name, expires: new Date(Date.now() + hours * 60 * 60 * 1000) },
  });
  return id;
}

/**
 * @param {string | undefined} cookies a Cookie header
 * @returns {Promise<{ id: string, name: string } | undefined>}
 */
export async function findStaffSession(cookies = '') {
  const id = new RegExp(`(?:^|; )${staffCookie}=([\\w-]+)`).exec(cookies)?.[1];
  if (id === undefined) return undefined;
  const [session] = await datastore.get(datastore.key(['StaffSession', id]));
  return session && session.expires > new Date() ? { id, name: session.name } : undefined;
}

/** @param {string} id */
export async function closeStaffSession(id) {
  await datastore.delete(datastore.key(['StaffSession', id]));
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest();
}
