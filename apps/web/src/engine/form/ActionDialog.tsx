import type { StepView } from '@hengneng/contracts';
import { type ReactElement, useState } from 'react';
import { AppModal } from '../../ui/AppModal.tsx';
import { OpinionField } from '../opinion/OpinionField.tsx';
import { NextHandler, PeopleField, RejectFields, RemoveFields, SignFields } from './ActionFields.tsx';
import { type ActionInput, type ActionName, NO_INPUT, wordsOf } from './actions.ts';

/** Asks what an action needs: an opinion, people, where to. What it cannot do without, it asks for before it lets go. */
export const ActionDialog = ({
  action,
  steps = [],
  rejectTo = [],
  removable = [],
  procedureId,
  businessId,
  choose = false,
  replying = false,
  busy,
  onClose,
  onDo,
}: {
  readonly action: ActionName;
  readonly steps?: readonly StepView[];
  /** Where the step may be sent back to. */
  readonly rejectTo?: readonly string[];
  /** Who may be taken out of the step. */
  readonly removable?: readonly { readonly UserId: string; readonly UserName: string }[];
  readonly procedureId: number;
  readonly businessId: string;
  /** The next step's handler has to be picked here. */
  readonly choose?: boolean;
  /** The person only says what they think. */
  readonly replying?: boolean;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onDo: (input: ActionInput) => void;
}): ReactElement => {
  const words = wordsOf(action, replying);
  const [input, setInput] = useState<ActionInput>(NO_INPUT);
  const [tried, setTried] = useState(false);
  const put = (part: Partial<ActionInput>) => setInput((now) => ({ ...now, ...part }));
  const people = words.people;
  const noOpinion = words.missing !== undefined && input.opinion.trim() === '';
  const noPeople = (people !== undefined || action === 'RemoveSign') && input.users.length === 0;
  const noNext = choose && input.nextHandler === null;
  const go = () => {
    setTried(true);
    if (busy || noOpinion || noPeople || noNext) return;
    onDo({ ...input, to: input.to === '' ? (rejectTo[0] ?? 'starter') : input.to, opinion: input.opinion.trim() });
  };
  return (
    <AppModal
      title={words.title}
      okText={words.ok}
      okButtonProps={{ danger: words.danger === true, loading: busy }}
      onOk={go}
      onCancel={onClose}
    >
      <div
        className="action-form"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.stopPropagation();
            go();
          }
        }}
        role="presentation"
      >
        {words.note ? <p className="action-note">{words.note}</p> : null}
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
        {action === 'Reject' ? <RejectFields targets={rejectTo} steps={steps} input={input} put={put} /> : null}
        <OpinionField
          id="action-opinion"
          label={words.opinion}
          value={input.opinion}
          required={words.missing !== undefined}
          missing={tried && noOpinion ? (words.missing ?? null) : null}
          suggestions={words.suggestions ?? []}
          onChange={(opinion) => put({ opinion })}
        />
      </div>
    </AppModal>
  );
};
