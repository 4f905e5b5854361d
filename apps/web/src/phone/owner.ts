/** Whose phone this is: with no network the pages open for who was signed in last, without a session. */
import { useSession } from '../lib/session.ts';
import { keepOwner, type Owner, ownerKept } from './keep.ts';

/** Who is signed in, else who was when the network went; undefined where nobody was, or they signed out. */
export async function phoneOwner(): Promise<Owner | undefined> {
  const { userId, user } = useSession.getState();
  if (userId === '' || user === null) return ownerKept();
  const owner = { userId, name: user.UserName };
  // On disk, not in what a browser writes when it finds time: a battery that goes now must not close the page to them.
  await keepOwner(owner);
  return owner;
}
