import { z } from 'zod';
import { call } from './call.ts';

export const eventTicket = call('POST', '/webapi/Events/Ticket', '实时消息的短期凭据', {
  input: z.object({}),
  output: z.object({ ticket: z.string(), seconds: z.number() }),
});
