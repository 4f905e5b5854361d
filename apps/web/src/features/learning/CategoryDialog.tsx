import { trainCategorySave } from '@hengneng/contracts';
import { Button, Checkbox, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { LESSONS, useCategories } from './common.ts';

interface Draft {
  readonly id?: string;
  readonly name: string;
  readonly safety: boolean;
}

/** The categories that plans, records and lessons are sorted by. */
export const CategoryDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const categories = useCategories();
  const [draft, setDraft] = useState<Draft>({ name: '', safety: false });
  const save = useWrite(trainCategorySave, {
    said: '已保存',
    onDone: () => setDraft({ name: '', safety: false }),
    renews: [LESSONS],
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
