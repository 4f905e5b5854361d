/** What happens by itself while a form is filled in: prefills from the server, the copy on this device, saving of drafts. */
import { formCalls, type StepView } from '@hengneng/contracts';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { sectionOf } from '@hengneng/form-kit';
import { callApi } from '../../lib/api.ts';
import { unsavedValues } from '../store/unsaved.ts';
import { sectionValues } from '../store/wire.ts';
import { isFilled } from '../widgets/filled.ts';
import { copyKey, writeCopy } from './local-copy.ts';
import type { Opened } from './opened.ts';

const LINK_AFTER_MS = 150;
const OTHER_AFTER_MS = 900;
const COPY_AFTER_MS = 500;
const DRAFT_EVERY_MS = 30_000;
/** A little more than the store takes until formulas and conditions are worked out. */
const FORMULAS_MS = 80;

/**
 * Asks the server to work the record out as it stands: sooner where a link changed, whose properties fill other fields.
 * @param root carries `data-working` from a change until its consequences are on the page; not React's, so that typing draws nothing
 */
export const usePreview = (
  opened: Opened,
  root: RefObject<HTMLElement | null>,
  onSteps: (steps: readonly StepView[], serial: string) => void,
): void => {
  const done = useEffectEvent(onSteps);
  const { store, businessId, editStep, taskId } = opened;
  const withheld = opened.withheld;
  const reopened = opened.ask.businessId !== null;
  useEffect(() => {
    if (editStep === null) return;
    const { form } = store;
    const calls = formCalls(form.identity.api, form.identity.title);
    const links = new Set(
      [
        ...form.fields.filter((of) => of.section === sectionOf(editStep)),
        ...form.details.filter((detail) => detail.step === editStep).flatMap((detail) => detail.fields),
      ].flatMap((of) => of.from?.link ?? []),
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    let controller = new AbortController();
    let latest = 0;
    // What a link brings along does not wait until nothing else is typed any more.
    let hurried = false;
    let asking = false;
    const settle = () => root.current?.removeAttribute('data-working');
    const ask = async () => {
      const mine = latest;
      hurried = false;
      controller.abort();
      const own = new AbortController();
      controller = own;
      asking = true;
      const record = store.flush();
      const input = {
        ...(businessId ? { BusinessId: businessId } : {}),
        ...(editStep !== 0 && taskId ? { NodeRecordId: taskId } : {}),
        ...sectionValues(form, record, editStep, [...withheld]),
      };
      try {
        const answer = await callApi(calls.preview, input, { signal: own.signal });
        store.addLabels(answer.labels);
        store.merge(record, answer.record, editStep);
        if (editStep === 0) done(answer.steps, answer.serialPreview);
      } catch {
        // Half-typed values are refused until they are complete; saving will say what is wrong.
      } finally {
        if (controller === own) asking = false;
        if (mine === latest || (editStep !== 0 && !asking)) settle();
      }
    };
    // A draft that an approval left names its links, and nobody has looked yet what they bring along.
    const { record: left } = store.state();
    const lacks = form.fields.some(
      (of) => of.section === 'applicant' && of.from?.link && !isFilled(left[of.key]) && isFilled(left[of.from.link]),
    );
    if (editStep === 0 && businessId !== null && lacks) {
      root.current?.setAttribute('data-working', '');
      void ask();
    }
    const stop = store.onEdit((path) => {
      latest += 1;
      root.current?.setAttribute('data-working', '');
      if (hurried) return;
      hurried = links.has(path.replace(/\[\d+\]/, ''));
      clearTimeout(timer);
      // A step's own section has its formulas, and asks the server only for what its links bring along.
      if (editStep !== 0 && !hurried) {
        timer = setTimeout(() => {
          if (!asking) settle();
        }, FORMULAS_MS);
        return;
      }
      timer = setTimeout(() => void ask(), hurried ? LINK_AFTER_MS : OTHER_AFTER_MS);
    });
    // A draft keeps nothing of what the ledgers said: they are asked again as it is opened, not with the first change.
    if (editStep === 0 && reopened) {
      root.current?.setAttribute('data-working', '');
      void ask();
    }
    return () => {
      stop();
      clearTimeout(timer);
      controller.abort();
      latest += 1;
      settle();
    };
  }, [store, businessId, editStep, taskId, withheld, reopened, root]);
};

/** Keeps unsaved input on this device. */
export const useLocalCopy = ({ store, businessId, editStep, withheld }: Opened): void => {
  useEffect(() => {
    if (editStep === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      if (store.state().dirty)
        // Only what is not saved: put back later, it must not undo what has been saved elsewhere since.
        writeCopy(
          copyKey(store.form.id, businessId),
          unsavedValues(store.form, store.stored(), store.state().record, editStep, [...withheld]),
        );
    };
    const stop = store.onEdit(() => {
      clearTimeout(timer);
      timer = setTimeout(write, COPY_AFTER_MS);
    });
    // The page may go before the delay is over: a lost session, a closed window.
    addEventListener('pagehide', write);
    return () => {
      removeEventListener('pagehide', write);
      stop();
      clearTimeout(timer);
      write();
    };
  }, [store, businessId, editStep, withheld]);
};

/** Saves a draft every half minute, if something changed and nothing else is under way. */
export const useAutosave = (enabled: boolean, save: () => Promise<unknown>): void => {
  const latest = useEffectEvent(save);
  useEffect(() => {
    if (!enabled) return;
    const timer = setInterval(() => void latest(), DRAFT_EVERY_MS);
    return () => clearInterval(timer);
  }, [enabled]);
};
