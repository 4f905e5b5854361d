import { trainCategorySave } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf, newIntent } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { LESSONS, useCategories } from './common.ts';

interface Draft {
  readonly id?: string;
  readonly name: string;
  readonly safety: boolean;
}

/** The categories that plans, records and lessons are sorted by. */
export const CategoryDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const client = useQueryClient();
  const categories = useCategories();
  const [draft, setDraft] = useState<Draft>({ name: '', safety: false });
  const save = useMutation({
    mutationFn: (input: Draft & { readonly remove?: boolean }) =>
      callApi(trainCategorySave, input, { idempotencyKey: newIntent() }),
    onSuccess: async () => {
      setDraft({ name: '', safety: false });
      notify.success('已保存');
      await client.invalidateQueries({ queryKey: [LESSONS] });
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <AppModal title="分类维护" width={480} footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      <ul className="plain-list lesson-categories">
        {(categories.data ?? []).map((one) => (
          <li key={one.id}>
            <span>
              {one.name}{' '}
              <small>
                {one.safety ? '安全类 · ' : ''}
                {one.count} 份
              </small>
            </span>
            <span>
              <Button
                size="small"
                type="text"
                onClick={() => setDraft({ id: one.id, name: one.name, safety: one.safety })}
              >
                修改
              </Button>
              <Button
                size="small"
                type="text"
                danger
                onClick={() => save.mutate({ id: one.id, name: one.name, safety: one.safety, remove: true })}
              >
                删除
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <div className="exam-line">
        <Input
          aria-label="类别名称"
          placeholder="新类别名称"
          maxLength={30}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
        <Checkbox checked={draft.safety} onChange={(event) => setDraft({ ...draft, safety: event.target.checked })}>
          安全类
        </Checkbox>
        <Button
          type="primary"
          disabled={draft.name.trim() === ''}
          loading={save.isPending}
          onClick={() => save.mutate(draft)}
        >
          {draft.id ? '保存' : '新增'}
        </Button>
      </div>
    </AppModal>
  );
};
