/** The light entry of the phone's page: no component library, no router, and it opens without a network. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EntryPage } from './EntryPage.tsx';
import { keepPage } from './offline.ts';
import { phoneOwner } from './owner.ts';
import './phone.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
const owner = await phoneOwner().catch(() => undefined);
if (owner === undefined) location.replace('/mobileLogin');
else {
  createRoot(root).render(
    <StrictMode>
      <EntryPage owner={owner} />
    </StrictMode>,
  );
  void keepPage();
}
