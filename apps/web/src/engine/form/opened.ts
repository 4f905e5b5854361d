/** A form as it was opened: what the server knows of the record, beside the store that holds what is being filled in. */
import { textOrNull } from '@hengneng/core';
import type { FormInfo, InitInfo, StepView } from '@hengneng/contracts';
import type { CompiledForm, FormRecord } from '@hengneng/form-kit';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { loadForm } from '../load.ts';
import { RecordStore } from '../store/record-store.ts';
import { differences, keyOf, unsavedValues } from '../store/unsaved.ts';
import { type Needs, NO_NEEDS } from './actions.ts';
import { answerTo, type Ask } from './ahead.ts';

export interface Opened {
  readonly ask: Ask;
  readonly store: RecordStore;
  readonly businessId: string | null;
  readonly version: number;
  readonly status: string;
  readonly serial: string | null;
  /** The number that the next submission would get. */
  readonly serialPreview: string | null;
  readonly applicant: string;
  readonly steps: readonly StepView[];
  readonly actions: ReadonlySet<string>;
  readonly taskId: string | null;
  /** All that waits for this person here; several where steps side by side ask the same one. */
  readonly tasks: FormInfo['tasks'];
  readonly stepKey: string | null;
  /** Name of whose task it is, where this person stands in for them. */
  readonly onBehalfOf: string | null;
  /** Who has claimed the task that waits for this person as well. */
  readonly claimedBy: string | null;
  /** The person was asked for an opinion only (委派). */
  readonly replying: boolean;
  readonly needs: Needs;
  readonly rights: FormInfo['rights'];
  readonly rejectTo: readonly string[];
  readonly removable: FormInfo['removable'];
  readonly takeBackId: string | null;
  readonly withheld: ReadonlySet<string>;
  readonly attachments: FormInfo['attachments'];
  /** Section that may be filled in: 0 the applicant's, n the n-th step's. */
  readonly editStep: number | null;
  /** What was put in before something else was done with the record, and is still to be saved. */
  readonly left: Left | null;
}

/** Unsaved input, for when the record is opened anew. */
export interface Left {
  readonly step: number;
  readonly stored: FormRecord;
  readonly values: FormRecord;
}

/** What would be gone with the page as it stands. */
export const leftOf = ({ store, editStep, withheld, left }: Opened): Left | null => {
  if (editStep === null || !store.state().dirty) return left;
  const record = store.flush();
  const stored = store.stored();
  return { step: editStep, stored, values: unsavedValues(store.form, stored, record, editStep, [...withheld]) };
};

/**
 * Puts what was left unsaved on top of the newer version, where it can still be filled in.
 * @returns labels of what somebody else has changed as well: there the person's own stands now
 */
export const putBack = ({ store, editStep }: Opened, { step, stored, values }: Left): readonly string[] => {
  if (editStep !== step || Object.keys(values).length === 0) return [];
  const both = differences(store.form, stored, store.stored()).filter(({ path }) => keyOf(path) in values);
  store.restore(values);
  return both.map(({ label }) => label);
};

const stepNumber = (key: string | null): number | null => {
  const hit = /^s(\d+)$/.exec(key ?? '');
  return hit ? Number(hit[1]) : null;
};

/** Section of a record that this person may fill in now. */
export const editStepOf = (info: FormInfo, alternate: boolean): number | null => {
  if (alternate) return null;
  if (info.allowedActions.includes('Edit')) return 0;
  // Signers and delegates say what they think; the step's section is its own handler's.
  return info.allowedActions.includes('Approve') && info.taskKind === 'approve' ? stepNumber(info.stepKey) : null;
};

const openedNew = (form: CompiledForm, ask: Ask, info: InitInfo): Opened => ({
  ask,
  // Rules ask who the applicant is before there is a record that says so.
  store: new RecordStore(form, { ...info.record, applicant: useSession.getState().userId }, info.labels),
  businessId: null,
  version: 0,
  status: 'draft',
  serial: null,
  serialPreview: info.serialPreview,
  applicant: useSession.getState().user?.UserName ?? '',
  steps: info.steps,
  actions: new Set(['Draft', 'Submit']),
  taskId: null,
  tasks: [],
  stepKey: 'start',
  onBehalfOf: null,
  claimedBy: null,
  replying: false,
  needs: NO_NEEDS,
  rights: { closed: [], required: [] },
  rejectTo: [],
  removable: null,
  takeBackId: null,
  withheld: new Set(),
  attachments: [],
  editStep: 0,
  left: null,
});

const openedStored = (form: CompiledForm, ask: Ask, info: FormInfo): Opened => {
  const editStep = editStepOf(info, ask.alternate);
  const { userId } = useSession.getState();
  const record: FormRecord =
    editStep !== null && editStep > 0
      ? {
          ...form.prefillStep(info.record, editStep, { now: new Date(), userId, deptId: '' }),
          ...Object.fromEntries(info.rights.closed.map((key) => [key, info.record[key] ?? null])),
        }
      : info.record;
  return {
    ask,
    store: new RecordStore(form, record, info.labels),
    businessId: info.BusinessId,
    version: info.FormVersion,
    status: info.Status,
    serial: textOrNull(info.record['serial']),
    serialPreview: null,
    applicant: info.ApplyUserName,
    steps: info.steps,
    actions: new Set(ask.alternate ? [] : info.allowedActions),
    taskId: info.NodeRecordId,
    tasks: ask.alternate ? [] : info.tasks,
    stepKey: info.stepKey,
    onBehalfOf: ask.alternate ? null : info.OnBehalfOf,
    claimedBy: ask.alternate ? null : info.claimedBy,
    replying: info.taskKind === 'delegate',
    needs: info.needs,
    rights: info.rights,
    rejectTo: info.rejectTo,
    removable: info.removable,
    takeBackId: info.takeBackId,
    withheld: new Set(info.withheld),
    attachments: info.attachments,
    editStep,
    left: null,
  };
};

/**
 * Opens a record, or a new one; the definition loads while the server is asked.
 * @throws ApiError where the record is gone or not this person's to see
 */
export const open = async (moduleId: string, ask: Ask, signal: AbortSignal): Promise<Opened> => {
  const [answer, form] = await Promise.all([answerTo(moduleId, ask, signal), loadForm(moduleId)]);
  if ('stored' in answer) return openedStored(form, ask, answer.stored);
  const { omitted = [] } = answer.fresh;
  if (omitted.length > 0) notify.warning(`原单的${omitted.join('、')}已不能再选，没有带过来，需要时请重新选择`);
  return openedNew(form, ask, answer.fresh);
};
