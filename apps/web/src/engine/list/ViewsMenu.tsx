import { Button, Input } from 'antd';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { type ReactElement, useId, useState } from 'react';
import { useQuestions } from '../../ui/confirm.ts';
import type { Filters } from '../../lib/useUrlFilters.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { ColumnDialog } from './ColumnDialog.tsx';
import type { Column } from './columns.ts';
import type { ColumnChoice, ListChange, ListSettings } from './settings.ts';

const NAME_MAX = 20;

interface Props {
  readonly columns: readonly Column[];
  readonly choices: readonly ColumnChoice[];
  readonly settings: ListSettings;
  readonly filters: Filters;
  readonly plain?: boolean;
  /** The rows have projects that a tree beside them can narrow. */
  readonly mayHaveTree?: boolean;
  readonly onSave: (change: ListChange) => void;
  readonly onFilters: (change: Readonly<Record<string, string | null>>) => void;
}

/** Filters kept under a name, and which columns the person wants. */
export const ViewsMenu = ({
  columns,
  choices,
  settings,
  filters,
  plain = false,
  mayHaveTree = false,
  onSave,
  onFilters,
}: Props): ReactElement => {
  const modal = useQuestions();
  const id = useId();
  const [dialog, setDialog] = useState<'columns' | 'view' | null>(null);
  const [name, setName] = useState('');
  const { views } = settings;
  const typed = name.trim();
  const taken = views.some((view) => view.name === typed);
  const open = (wanted: string) => {
    const view = views.find((each) => each.name === wanted);
    const next = Object.fromEntries(new URLSearchParams(view?.query ?? ''));
    onFilters({ ...Object.fromEntries(Object.keys(filters).map((key) => [key, null])), ...next });
  };
  const drop = (wanted: string) =>
    modal.confirm({
      title: `删除视图「${wanted}」？`,
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () => onSave((was) => ({ ...was, views: was.views.filter((view) => view.name !== wanted) })),
    });
  const keep = () => {
    if (typed === '') return;
    const query = new URLSearchParams(Object.entries(filters).filter(([key]) => key !== 'PageIndex')).toString();
    onSave((was) => ({ ...was, views: [...was.views.filter((view) => view.name !== typed), { name: typed, query }] }));
    setDialog(null);
  };
  return (
    <>
      <ActionMenu
        menu={{
          items: [
            ...views.map((view) => ({ key: `view:${view.name}`, label: view.name })),
            ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
            { key: 'save', label: '把当前筛选存为视图…' },
            ...views.map((view) => ({ key: `drop:${view.name}`, label: `删除视图「${view.name}」`, danger: true })),
            { key: 'columns', label: '列设置…' },
            ...(mayHaveTree ? [{ key: 'tree', label: settings.tree ? '收起左侧项目树' : '左侧显示项目树' }] : []),
          ],
          onClick: ({ key }) => {
            if (key === 'columns') setDialog('columns');
            else if (key === 'tree') {
              onSave((was) => ({ ...was, tree: settings.tree !== true }));
              if (settings.tree) onFilters({ area: null });
            } else if (key === 'save') {
              setName('');
              setDialog('view');
            } else if (key.startsWith('drop:')) drop(key.slice('drop:'.length));
            else open(key.slice('view:'.length));
          },
        }}
      >
        <Button>视图与列</Button>
      </ActionMenu>
      {dialog === 'columns' ? (
        <ColumnDialog
          columns={columns}
          choices={choices}
          plain={plain}
          onClose={() => setDialog(null)}
          onReset={() => {
            onSave((was) => ({ ...was, columns: [] }));
            setDialog(null);
          }}
          onSave={(next) => {
            onSave((was) => ({ ...was, columns: next }));
            setDialog(null);
          }}
        />
      ) : null}
      {dialog === 'view' ? (
        <AppModal
          title="存为视图"
          okText={taken ? '替换' : '保存'}
          okButtonProps={{ disabled: typed === '' }}
          onCancel={() => setDialog(null)}
          onOk={keep}
        >
          <label className="field-label" htmlFor={`${id}-view`}>
            视图名称
          </label>
          <Input
            id={`${id}-view`}
            maxLength={NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={keep}
          />
          {taken ? <p className="field-hint">已有同名视图，保存后替换它的筛选条件</p> : null}
        </AppModal>
      ) : null}
    </>
  );
};
