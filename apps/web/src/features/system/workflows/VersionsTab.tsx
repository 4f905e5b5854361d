import { type WorkflowVersion, type WorkflowVersions } from '@hengneng/contracts';
import { chainChanges, type ChainVocabulary } from '@hengneng/form-kit';
import { Button, Select, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { chainFrom, type Shown, versionWords } from './chains.ts';

/** What is different between two versions, in words. */
const Difference = ({
  data,
  words,
}: {
  readonly data: WorkflowVersions;
  readonly words: ChainVocabulary;
}): ReactElement => {
  const sides = [
    ...(data.draft === null ? [] : [{ value: 'draft' as const, label: '草稿', chain: data.draft.chain }]),
    ...data.versions.map(({ version, chain }) => ({ value: version, label: versionWords(version), chain })),
  ];
  const [from, setFrom] = useState<Shown>(data.draft === null ? 0 : data.inForce);
  const [to, setTo] = useState<Shown>(data.draft === null ? data.inForce : 'draft');
  const chainAt = (side: Shown) => sides.find((one) => one.value === side)?.chain;
  const [before, after] = [chainAt(from), chainAt(to)];
  const changes =
    before === undefined || after === undefined ? [] : chainChanges(chainFrom(before), chainFrom(after), words);
  const options = sides.map(({ value, label }) => ({ value, label }));
  return (
    <section className="flow-part">
      <h3>版本差异</h3>
      <div className="flow-place flow-compare">
        <Select<Shown> aria-label="原版本" value={from} options={options} onChange={setFrom} />
        <span>→</span>
        <Select<Shown> aria-label="新版本" value={to} options={options} onChange={setTo} />
      </div>
      {changes.length === 0 ? (
        <p className="hint">两者没有差别</p>
      ) : (
        <ul className="plain-list">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** Every version that was published, newest first, and the program's own. */
export const VersionsTab = ({
  data,
  words,
  onShow,
  onRollback,
}: {
  readonly data: WorkflowVersions;
  readonly words: ChainVocabulary;
  readonly onShow: (version: number) => void;
  /** Null: the person may not. */
  readonly onRollback: ((version: number) => void) | null;
}): ReactElement => (
  <>
    <Table<WorkflowVersion>
      size="small"
      rowKey="version"
      pagination={data.versions.length > 10 ? { pageSize: 10 } : false}
      scroll={{ x: 820 }}
      dataSource={[...data.versions]}
      columns={[
        {
          title: '版本',
          key: 'version',
          width: 190,
          render: (_, row) => (
            <>
              {versionWords(row.version)}{' '}
              {row.version === data.inForce ? <Tag tone="good">现行</Tag> : <Tag>已停用</Tag>}
            </>
          ),
        },
        {
          title: '发布说明',
          key: 'note',
          render: (_, row) => `${row.note}${row.repeats === null ? '' : `（同版本 ${row.repeats}）`}`,
        },
        { title: '发布人', key: 'by', width: 100, render: (_, row) => row.publishedBy || '—' },
        { title: '发布时间', key: 'at', width: 150, render: (_, row) => formatDateTime(row.publishedAt) },
        { title: '在途', dataIndex: 'running', width: 70 },
        {
          title: '操作',
          key: 'actions',
          width: 130,
          render: (_, row) => (
            <>
              <Button type="link" size="small" onClick={() => onShow(row.version)}>
                查看
              </Button>
              {onRollback === null || row.version === data.inForce ? null : (
                <Button type="link" size="small" onClick={() => onRollback(row.version)}>
                  回滚
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
    <Difference data={data} words={words} />
  </>
);
