import { dataManagementAdd, viewIndex } from '@hengneng/contracts';
import { f } from '@hengneng/form-kit';
import { tenderUnits } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

/** An answer to a bidder's question, or what changes the documents: it goes to all who were invited, without the name of whoever asked. */
export const AddendumDialog = ({
  tender,
  onClose,
}: {
  readonly tender: string;
  readonly onClose: () => void;
}): ReactElement | null => {
  const units = useQuery({
    queryKey: ['rows', 'tenderUnits', tender],
    queryFn: ({ signal }) => callApi(viewIndex(tenderUnits), { tender, PageSize: 100 }, { signal }),
  });
  if (units.data === undefined) return null;
  const names = units.data.labels['supplier'] ?? {};
  return (
    <FieldsDialog
      title="答疑补遗"
      fields={{
        asker: f.enum('提问单位', Object.values(names), { hint: '没有人提问、主动补遗的不填' }),
        question: f.textarea('问题', { max: 500 }),
        content: f.textarea('答复或补遗内容', { required: true, max: 2000 }),
        addendum: f.boolean('作为补遗', { default: false, hint: '改变招标文件的是补遗，须在截标3天以前发出' }),
        file: f.file('附件'),
      }}
      okText="发给各受邀单位"
      saved="已记录，并放入各受邀单位的发件箱"
      note="答复同时发给每家受邀单位，不显示提问单位。"
      save={(values, options) => {
        const file = fileOf(values['file']);
        const [asker] = Object.entries(names).find(([, name]) => name === wordsOf(values['asker'])) ?? [];
        return callApi(
          dataManagementAdd,
          {
            kind: '补遗',
            tender,
            asker: asker ?? '',
            question: wordsOf(values['question']),
            content: wordsOf(values['content']),
            addendum: values['addendum'] === true,
            files: file ? [file] : [],
          },
          options,
        );
      }}
      onClose={onClose}
    />
  );
};
