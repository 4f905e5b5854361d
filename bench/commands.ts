/** Records that are ready to be submitted: what one approval command takes is measured with them, from pressing to the next person's to-do. */
import { MODULES } from '@hengneng/core';
import { Api, type Person, post } from './client.ts';
import type { Shot } from './load.ts';

const CONTACT = MODULES.departmentalWorkContact.api;
const AT_ONCE = 16;

const contact = (n: number, receiver: string): Readonly<Record<string, unknown>> => ({
  fromDept: 'A6302',
  toDept: 'A6303',
  receiver,
  contactType: '费用确认',
  urgency: '一般',
  replyBefore: '2030-01-10',
  finishBefore: '2030-02-10',
  background: `核对第${n}期供能量`,
  involveCost: false,
  matters: [
    {
      matter: '核对供能量',
      demand: '按月核对',
      deliverable: '书面答复',
      quantity: '1',
      needDate: '2030-01-20',
      coordinator: receiver,
    },
  ],
});

/** Saves so many drafts. @returns requests that submit one after the other, each once: what the warm-up sent is gone */
export async function submissions(port: number, person: Person, receiver: Person, count: number): Promise<() => Shot> {
  const api = new Api(port);
  const bodies: Readonly<Record<string, unknown>>[] = [];
  const some = async (from: number): Promise<void> => {
    for (let n = from; n < count; n += AT_ONCE) {
      const { BusinessId, FormVersion } = await api.call(
        'POST',
        `${CONTACT}/Draft`,
        contact(n, receiver.userId),
        person,
      );
      bodies[n] = { BusinessId, FormVersion };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, from) => some(from)));
  let next = 0;
  return () => post(person, `${CONTACT}/Submit`, bodies[next++] ?? {});
}
