import { defineTestModule } from 'app-test/server';
import { openStaffSession, staffCookie } from '../../app/staff/staff.js';

export default defineTestModule({
  /**
   * Signs a member of staff in without the form.
   *
   * @param {{ name: string }} payload
   * @param {import('app-test/server').ActionContext} context
   */
  async signIn({ name }, context) {
    context.setCookie(staffCookie, await openStaffSession(name), {
      path: '/admin',
      httpOnly: true,
      sameSite: 'lax',
    });
    return { name };
  },
});
