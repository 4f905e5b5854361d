import { type DictionaryRow, dictionarySave } from '@hengneng/contracts';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { counted } from '../../../lib/counted.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { DICTIONARIES_CODE } from '../names.ts';
import { RENEWS } from './renews.ts';

const TONE: Readonly<Record<DictionaryRow['State'], Tone>> = { 启用: 'good', 停用: 'neutral', 未生效: 'soon' };

const Acts = ({ row, onEdit }: { readonly row: DictionaryRow; readonly onEdit: () => void }): ReactElement => {
  const save = useWrite(dictionarySave, {
    said: (_, { action }) => ({ stop: '已停用', resume: '已启用', delete: '已删除' })[action as string] ?? '已保存',
    renews: RENEWS,
    onError: (fault) => notify.error(messageOf(fault)),
  });
  const questions = useQuestions();
  const at = { dict: row.Dict, code: row.Code };
  const word = row.Used !== null;
  return (
    <span className="row-do">
      {can(DICTIONARIES_CODE, 'edit') ? (
        <Button size="small" onClick={onEdit}>
          修改
        </Button>
      ) : null}
      {word && row.State === '停用' && can(DICTIONARIES_CODE, 'edit') ? (
        <Button size="small" loading={save.isPending} onClick={() => save.mutate({ action: 'resume', ...at })}>
          启用
        </Button>
      ) : null}
      {word && row.State !== '停用' && can(DICTIONARIES_CODE, 'delete') ? (
        <Button size="small" loading={save.isPending} onClick={() => save.mutate({ action: 'stop', ...at })}>
          停用
        </Button>
      ) : null}
      {word && !row.Builtin && row.Used === 0 && can(DICTIONARIES_CODE, 'delete') ? (
        <Button
          size="small"
          danger
          loading={save.isPending}
          onClick={() =>
            questions.confirm({
              title: `删除「${row.Name}」？`,
              content: '没有记录用过它，删除后不能恢复。',
              okText: '删除',
              onOk: () => save.mutate({ action: 'delete', ...at }),
            })
          }
        >
          删除
        </Button>
      ) : null}
    </span>
  );
};

/** Entries of one dictionary, or of several that were looked through. */
export const Entries = ({
  rows,
  titled,
  words,
  figures,
  onEdit,
}: {
  readonly rows: readonly DictionaryRow[];
  /** They are of several dictionaries. */
  readonly titled: boolean;
  readonly words: boolean;
  readonly figures: boolean;
  readonly onEdit: (row: DictionaryRow) => void;
}): ReactElement => {
  if (rows.length === 0)
    return (
      <div className="surface">
        <EmptyHint text={titled ? '没有符合的条目' : '该字典没有条目'} />
      </div>
    );
  const columns: readonly CardColumn<DictionaryRow>[] = [
    { key: 'name', head: '名称', main: true, show: ({ Name }) => Name },
    ...(titled ? [{ key: 'title', head: '字典', show: ({ Title }: DictionaryRow) => Title }] : []),
    { key: 'code', head: '编码', show: ({ Code }) => Code },
    ...(figures
      ? [
          {
            key: 'value',
            head: '值',
            number: true,
            show: ({ Value, Unit }: DictionaryRow) => (Value === null ? '—' : `${Value} ${Unit ?? ''}`),
          },
        ]
      : []),
    { key: 'sort', head: '排序', number: true, show: ({ Sort }) => Sort },
    { key: 'from', head: '起', show: ({ From }) => From ?? '—' },
    { key: 'to', head: '止', show: ({ To }) => To ?? '—' },
    { key: 'builtin', head: '内置', show: ({ Builtin }) => (Builtin ? '是' : '否') },
    ...(words
      ? [
          {
            key: 'used',
            head: '被引用',
            unit: '次',
            number: true,
            show: ({ Used }: DictionaryRow) => (Used === null ? '—' : counted(Used)),
          },
        ]
      : []),
    { key: 'state', head: '状态', show: ({ State }) => <Tag tone={TONE[State]}>{State}</Tag> },
    { key: 'acts', head: '操作', acts: true, show: (row) => <Acts row={row} onEdit={() => onEdit(row)} /> },
  ];
  return <CardTable label="条目" columns={columns} rows={rows} rowKey={(row) => `${row.Dict} ${row.Code}`} />;
};
