/** What the sign-in page says of this installation, and offers in demo mode. */
import { z } from 'zod';
import { call } from './call.ts';

export const demoAccounts = call('GET', '/webapi/Anonymous/Demo', '网站备案号与演示模式的账号，非演示模式账号为空', {
  input: z.object({}),
  output: z.object({
    demo: z.boolean(),
    /** The site's registration; null where there is none. */
    icpNumber: z.string().nullable(),
    /** The accounts' common password; null outside demo mode. */
    password: z.string().nullable(),
    accounts: z.array(
      z.object({
        account: z.string(),
        /** The person's name. */
        name: z.string(),
        /** Name of the role. */
        role: z.string(),
      }),
    ),
    /** Its readings, records and bills are still being filled in. */
    filing: z.boolean(),
  }),
});
