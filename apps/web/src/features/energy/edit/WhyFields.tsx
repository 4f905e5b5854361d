/** Why a reading is changed: a kind that can be counted, and words; each with what is wrong with it. */
import { CHANGE_REASONS } from '@hengneng/contracts';
import { Input, Select } from 'antd';
import type { ReactElement } from 'react';

/** What the server said of each field, by its name. */
export type Wrong = Readonly<Record<string, string>>;

export const FieldError = ({ wrong, field }: { readonly wrong: Wrong; readonly field: string }): ReactElement | null =>
  wrong[field] === undefined ? null : (
    <small role="alert" className="edit-error">
      {wrong[field]}
    </small>
  );

export const WhyFields = ({
  reasonType,
  onReasonType,
  reason,
  onReason,
  wrong,
}: {
  readonly reasonType: string | null;
  readonly onReasonType: (reasonType: string) => void;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly wrong: Wrong;
}): ReactElement => (
  <>
    <Select
      aria-label="原因类型"
      placeholder="原因类型"
      status={wrong['ReasonType'] === undefined ? '' : 'error'}
      value={reasonType}
      options={CHANGE_REASONS.map((value) => ({ value, label: value }))}
      onChange={onReasonType}
    />
    <FieldError wrong={wrong} field="ReasonType" />
    <Input.TextArea
      aria-label="原因"
      placeholder="原因说明"
      maxLength={200}
      status={wrong['Reason'] === undefined ? '' : 'error'}
      value={reason}
      onChange={(event) => onReason(event.target.value)}
    />
    <FieldError wrong={wrong} field="Reason" />
  </>
);
