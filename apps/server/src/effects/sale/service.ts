/** The month's counts of complaints and calls, and what visits, calls and other records share about customers. */
import { customerContact, serviceMonth } from '@hengneng/forms';
import type { NewEntry } from '@hengneng/form-kit';
import type { Writing } from '../kit/effect.ts';

type Counts = Partial<Omit<NewEntry<typeof serviceMonth>, 'project' | 'month'>>;

export async function countService(w: Writing, project: string, month: string, counts: Counts): Promise<void> {
  const page = await w.account(serviceMonth, { project, month });
  await w.addEntry(serviceMonth, page.id, counts);
}

type Contact = NewEntry<typeof customerContact>;

/** People of the customer whom we met: known ones are brought up to date, others are entered. */
export async function meetContacts(w: Writing, people: readonly Contact[]): Promise<void> {
  for (const person of people) {
    const [known] = await w.find(customerContact, { project: person.project, person: person.person });
    if (known) {
      const { project: _project, person: _person, ...now } = person;
      const said = Object.entries(now).filter(([, value]) => value !== null && value !== undefined);
      await w.setEntry(customerContact, known.id, Object.fromEntries(said));
    } else await w.book(customerContact, person);
  }
}
