import type { StepView } from '@hengneng/contracts';
import { type ReactElement, useRef, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { OpinionField } from '../opinion/OpinionField.tsx';
import { NextHandler, PeopleField, RejectFields, RemoveFields, SignFields } from './ActionFields.tsx';
import { showFirst } from './context.ts';
import { keepOpinion, keptOpinion } from './local-copy.ts';
import { SignatureBox } from '../widgets/signature.tsx';
import {
  type ActionInput,
  type ActionName,
  missingOpinion,
  type Needs,
  NO_INPUT,
  NO_NEEDS,
  objectionWords,
  urgedWords,
  wordsOf,
} from './actions.ts';

/** Asks what an action needs: an opinion, people, where to. What it cannot do without, it asks for before it lets go. */
export const ActionDialog = ({
  action,
  steps = [],
  own = null,
  several = false,
  rejectTo = [],
  resume = 'replay',
  removable = [],
  procedureId,
  businessId,
  choose = false,
  replying = false,
  needs = NO_NEEDS,
  busy,
  onClose,
  onDo,
}: {
  readonly action: ActionName;
  readonly steps?: readonly StepView[];
  /** The step that the action is about, where it is known. */
  readonly own?: StepView | null;
  /** More steps than this one wait for the person. */
  readonly several?: boolean;
  /** Where the step may be sent back to. */
  readonly rejectTo?: readonly string[];
  /** How it goes on after a return, where nothing else is chosen. */
  readonly resume?: ActionInput['resume'] | undefined;
  /** Who may be taken out of the step. */
  readonly removable?: readonly { readonly UserId: string; readonly UserName: string }[];
  readonly procedureId: number;
  readonly businessId: string;
  /** The next step's handler has to be picked here. */
  readonly choose?: boolean;
  /** The person only says what they think. */
  readonly replying?: boolean;
  readonly needs?: Needs;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onDo: (input: ActionInput) => void;
}): ReactElement => {
  const words = wordsOf(action, replying);
  const panel = useRef<HTMLDivElement>(null);
  const [kept] = useState(() => keptOpinion(action, procedureId, businessId));
  const [input, setInput] = useState<ActionInput>({ ...NO_INPUT, resume, opinion: kept?.text ?? '' });
  const [tried, setTried] = useState(false);
  const put = (part: Partial<ActionInput>) => {
    setInput((now) => ({ ...now, ...part }));
    if (part.opinion !== undefined) keepOpinion(action, procedureId, businessId, part.opinion);
  };
  const people = words.people;
  const missing = missingOpinion(action, words, needs);
  const noOpinion = missing !== undefined && input.opinion.trim() === '';
  const signs = action === 'Approve' && needs.signature;
  const noSignature = signs && input.signature === null;
  const noPeople = (people !== undefined || action === 'RemoveSign') && input.users.length === 0;
  const objection = action === 'Reject' && own !== null ? objectionWords(own) : null;
  const urged = action === 'Urge' ? urgedWords(steps) : null;
  const noNext = choose && input.nextHandler === null;
  const go = () => {
    setTried(true);
    if (busy) return;
    if (noOpinion || noPeople || noNext || noSignature) {
      // Said at the fields by then; the first of them is where to go on.
      setTimeout(() => showFirst(panel.current?.querySelector('.field:has(.field-error)')));
      return;
    }
    onDo({ ...input, to: input.to === '' ? (rejectTo[0] ?? 'starter') : input.to, opinion: input.opinion.trim() });
  };
  return (
    <AppModal
      title={several && own !== null ? `${words.title}：${own.name}` : words.title}
      okText={words.ok}
      okButtonProps={{ danger: words.danger === true, loading: busy }}
      onOk={go}
      onCancel={onClose}
      // The opinion is kept on this device and is there again when the dialog is opened; whom and what was chosen, is not.
      holdsInput={input.users.length > 0 || input.nextHandler !== null || input.signature !== null}
    >
      <div
        ref={panel}
        className="action-form"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.stopPropagation();
            go();
          }
        }}
        role="presentation"
      >
        {urged === null ? null : <p className="action-note">{urged}</p>}
        {words.note ? <p className="action-note">{words.note}</p> : null}
        {objection === null ? null : <p className="action-note">{objection}</p>}
        {choose ? (
          <NextHandler
            procedureId={procedureId}
            businessId={businessId}
            value={input.nextHandler}
            missing={tried && noNext}
            onChange={(nextHandler) => put({ nextHandler })}
          />
        ) : null}
        {people ? <PeopleField {...people} input={input} missing={tried && noPeople} put={put} /> : null}
        {action === 'AddSign' ? <SignFields input={input} put={put} /> : null}
        {action === 'RemoveSign' ? (
          <RemoveFields people={removable} input={input} missing={tried && noPeople} put={put} />
        ) : null}
        {action === 'Reject' ? (
          <RejectFields own={own} targets={rejectTo} steps={steps} input={input} put={put} />
        ) : null}
        <OpinionField
          id="action-opinion"
          label={words.opinion}
          value={input.opinion}
          required={missing !== undefined}
          missing={tried && noOpinion ? (missing ?? null) : null}
          agreeing={action === 'Approve'}
          judging={action === 'Approve' || action === 'Reject'}
          phrases={action !== 'Submit'}
          suggestions={words.suggestions ?? []}
          onChange={(opinion) => put({ opinion })}
        />
        {kept !== null && input.opinion === kept.text ? (
          <p className="hint" role="status">{`已恢复您 ${formatDateTime(kept.at)} 写下、尚未提交的内容`}</p>
        ) : null}
        {signs ? (
          <fieldset className="field">
            <legend className="field-label">
              签名<span className="field-required">*</span>
            </legend>
            <div className="signature">
              <SignatureBox
                file={input.signature ?? undefined}
                kind={procedureId}
                onChange={(signature) => put({ signature })}
              />
            </div>
            {tried && noSignature ? <p className="field-error">请签名</p> : null}
          </fieldset>
        ) : null}
      </div>
    </AppModal>
  );
};
