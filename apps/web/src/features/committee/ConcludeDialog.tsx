import { committeeSave, VERDICTS } from '@hengneng/contracts';
import { f } from '@hengneng/form-kit';
import { Input, Select } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { type Line, LinesEditor } from '../../engine/views/LinesEditor.tsx';
import { ApiError, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import type { Review } from './ReviewDrawer.tsx';
import './committee.css';

const FIX = {
  matter: f.text('整改事项', { required: true }),
  owner: f.user('责任人', { required: true }),
  dueOn: f.date('期限', { required: true }),
};

/** What a review comes to, and what is to be put right. */
export const ConcludeDialog = ({
  of,
  onClose,
}: {
  readonly of: Review;
  readonly onClose: () => void;
}): ReactElement => {
  const id = useId();
  const [verdict, setVerdict] = useState<(typeof VERDICTS)[number]>('同意');
  const [text, setText] = useState('');
  const [fixes, setFixes] = useState<readonly Line[]>([]);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const conclude = useWrite(committeeSave, {
    renews: ['rows'],
    said: '结论已形成',
    onDone: onClose,
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors : [];
      setErrors(new Map(found.map((one) => [one.path, one.message])));
      notify.error(found[0]?.message ?? messageOf(error));
    },
  });
  return (
    <AppModal
      title="形成结论"
      okText="形成结论"
      width={760}
      confirmLoading={conclude.isPending}
      onOk={() =>
        conclude.mutate({
          action: 'conclude',
          Id: of.Id,
          conclusion: verdict,
          text,
          fixes: fixes.map((line) => ({
            matter: wordsOf(line['matter']),
            owner: wordsOf(line['owner']),
            dueOn: wordsOf(line['dueOn']),
          })),
        })
      }
      onCancel={onClose}
    >
      <div className="conclude">
        <label htmlFor={`${id}-verdict`}>结论</label>
        <Select
          id={`${id}-verdict`}
          value={verdict}
          options={VERDICTS.map((one) => ({ value: one, label: one }))}
          onChange={setVerdict}
        />
        <label htmlFor={`${id}-text`}>结论说明</label>
        <Input.TextArea
          id={`${id}-text`}
          rows={4}
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {errors.has('text') ? <small role="alert">{errors.get('text')}</small> : null}
        <LinesEditor
          label="整改项"
          path="fixes"
          fields={FIX}
          lines={fixes}
          errors={errors}
          empty={{}}
          onChange={setFixes}
        />
      </div>
    </AppModal>
  );
};
