import { handoverDetail, handoverPaper, type OutputOf, projectHandOver } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { f, thousands } from '@hengneng/form-kit';
import { handoverList } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { type ReactElement, useState } from 'react';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { FileLink } from '../../ui/files/FileItem.tsx';
import { HandoverEditor } from './HandoverEditor.tsx';

export type Handover = OutputOf<typeof handoverDetail>;
type Item = Handover['items'][number];

/** Which handover: one that was registered, or the next one of a project. */
export type Which = { readonly Id: string } | { readonly consultProject: string };

const LIST = shortCodeOf(handoverList.screen);

const About = ({ of }: { readonly of: Handover }): ReactElement => {
  const name = (id: string | null): string => (id === null ? '' : (of.labels[id] ?? id));
  const facts: readonly (readonly [string, string])[] = [
    ['业主', of.ownerName],
    ['模式', of.intentMode],
    ['空调面积', of.totalArea === null ? '' : `${of.totalArea} m²`],
    ['合同额', of.dealPrice === null ? '' : `${thousands(of.dealPrice)} 元`],
    ['签约日', of.dealOn ?? ''],
    ['移交段', of.stage],
    ['移交人', name(of.giver)],
    ['接收人', name(of.receiver)],
    ...(of.project === null ? [] : [['运营项目', name(of.project)] as const]),
    ...(of.state === '退回' ? [['退回原因', of.returnReason ?? ''] as const] : []),
  ];
  return <Facts open facts={facts} />;
};

const Papers = ({
  of,
  onSign,
  onSupply,
  busy,
}: {
  readonly of: Handover;
  readonly onSign: (ids: readonly string[]) => void;
  readonly onSupply: (item: Item) => void;
  readonly busy: boolean;
}): ReactElement => (
  <div className="list-scroll" role="region" aria-label="资料清单" tabIndex={-1}>
    <table className="plain-table">
      <thead>
        <tr>
          {['资料', '应交', '已交', '份数', '版本', '缺项说明', '补交日', '接收部门', '签收', '操作'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.items.map((item) => (
          <tr key={item.Id ?? item.name} className={item.required && !item.given ? 'row-warn' : undefined}>
            <td className="cell-main">
              {item.name}
              {item.file === null ? null : (
                <small>
                  <FileLink file={item.file} />
                </small>
              )}
            </td>
            <td>{item.required ? '必交' : '可选'}</td>
            <td>{item.given ? '已交' : '未交'}</td>
            <td>{item.copies ?? '—'}</td>
            <td>{item.edition ?? '—'}</td>
            <td>{item.lackNote ?? '—'}</td>
            <td>{item.suppliedOn === null ? (item.supplyOn ?? '—') : `${item.suppliedOn} 已补`}</td>
            <td>{of.labels[item.dept ?? ''] ?? '—'}</td>
            <td>
              {item.signedBy === null
                ? item.given
                  ? '待签收'
                  : '—'
                : `${of.labels[item.signedBy] ?? ''} ${item.signedAt ?? ''}`}
            </td>
            <td>
              {item.mine && item.Id !== null ? (
                <Button size="small" type="link" loading={busy} onClick={() => onSign([item.Id ?? ''])}>
                  签收
                </Button>
              ) : null}
              {of.may.supply && !item.given ? (
                <Button size="small" type="link" onClick={() => onSupply(item)}>
                  补交
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Lines = ({ head, rows }: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }) => (
  <div className="list-scroll">
    <table className="plain-table">
      <thead>
        <tr>
          {head.map((one) => (
            <th key={one} scope="col">
              {one}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, index) => (
              <td key={head[index]}>{cell || '—'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Promised = ({ of }: { readonly of: Handover }): ReactElement => (
  <>
    <h3 className="book-heading">承诺条款</h3>
    <Lines
      head={['条款', '数值', '依据', '是否可控', '责任方']}
      rows={of.promises.map((row) => [
        row.clause,
        row.value,
        row.basis,
        row.controllable ? '可控' : '不可控',
        row.responsible,
      ])}
    />
    <h3 className="book-heading">联系人与风险</h3>
    <Lines
      head={['姓名职务', '电话', '风险事项', '等级', '应对', '责任人', '期限']}
      rows={of.risks.map((row) => [
        row.contact ?? '',
        row.phone ?? '',
        row.matter ?? '',
        row.level ?? '',
        row.response ?? '',
        row.owner === null ? '' : (of.labels[row.owner] ?? ''),
        row.dueOn ?? '',
      ])}
    />
  </>
);

const SUPPLY = {
  copies: f.integer('份数', { required: true, unit: '份' }),
  edition: f.text('版本'),
  file: f.file('资料文件'),
};
const ADDED = {
  name: f.text('资料名称', { required: true }),
  ...SUPPLY,
  dept: f.dept('接收部门', { hint: '不填为接收人的部门' }),
};
const ACCEPTED = { project: f.project('运营项目', { required: true, hint: '接收后为该项目生成进场交接草稿' }) };
const RETURNED = { reason: f.textarea('退回原因', { required: true, max: 200 }) };

type Dialog = 'accept' | 'return' | 'add' | Item | null;

const Dialogs = ({
  of,
  dialog,
  onClose,
}: {
  readonly of: Handover;
  readonly dialog: Exclude<Dialog, null>;
  readonly onClose: () => void;
}): ReactElement => {
  const Id = of.Id ?? '';
  if (dialog === 'accept')
    return (
      <FieldsDialog
        title="接收项目"
        okText="接收"
        fields={ACCEPTED}
        saved="已接收，进场交接草稿在您的草稿里"
        save={(values, options) =>
          callApi(projectHandOver, { action: 'accept', Id, project: wordsOf(values['project']) }, options)
        }
        onClose={onClose}
      />
    );
  if (dialog === 'return')
    return (
      <FieldsDialog
        title="退回移交单"
        okText="退回"
        fields={RETURNED}
        saved="已退回移交人"
        save={(values, options) =>
          callApi(projectHandOver, { action: 'return', Id, reason: wordsOf(values['reason']) }, options)
        }
        onClose={onClose}
      />
    );
  const item = dialog === 'add' ? null : dialog;
  return (
    <FieldsDialog
      title={item === null ? '补充资料' : `补交：${item.name}`}
      fields={item === null ? ADDED : SUPPLY}
      saved="已补交，请接收部门签收"
      save={(values, options) => {
        const file = fileOf(values['file']);
        return callApi(
          projectHandOver,
          {
            action: 'supply',
            Id,
            item: item?.Id ?? '',
            name: wordsOf(values['name']),
            copies: wordsOf(values['copies']),
            edition: wordsOf(values['edition']),
            dept: wordsOf(values['dept']),
            ...(file ? { file } : {}),
          },
          options,
        );
      }}
      onClose={onClose}
    />
  );
};

const Opened = ({ of, onClose }: { readonly of: Handover; readonly onClose: () => void }): ReactElement => {
  const [dialog, setDialog] = useState<Dialog>(null);
  const write = useWrite(projectHandOver, {
    renews: ['rows', 'handover'],
    said: (_, input) => (input.action === 'sign' ? '已签收' : '已接收'),
  });
  const Id = of.Id ?? '';
  const mine = of.items.filter((item) => item.mine).flatMap((item) => item.Id ?? []);
  const runs = of.stage !== '销售到工程';
  const unsigned = of.items.filter((item) => item.given && item.signedBy === null).length;
  return (
    <>
      <About of={of} />
      <h3 className="book-heading">资料清单</h3>
      <Papers
        of={of}
        busy={write.isPending}
        onSign={(items) => write.mutate({ action: 'sign', Id, items: [...items] })}
        onSupply={setDialog}
      />
      <Promised of={of} />
      <h3 className="book-heading">移交轨迹</h3>
      <Lines
        head={['时间', '经办人', '事项', '说明']}
        rows={of.events.map((row) => [row.at, row.actor, row.action, row.note ?? ''])}
      />
      <div className="view-tools">
        {can(LIST, 'download') ? (
          <Button
            onClick={() => void download('POST', handoverPaper.path, { Id }, { name: `项目移交单_${of.code ?? ''}` })}
          >
            打印移交单
          </Button>
        ) : null}
        {of.may.supply ? <Button onClick={() => setDialog('add')}>补充资料</Button> : null}
        {mine.length > 1 ? (
          <Button loading={write.isPending} onClick={() => write.mutate({ action: 'sign', Id, items: mine })}>
            签收我的 {mine.length} 项
          </Button>
        ) : null}
        {of.may.decide ? (
          <>
            <Button danger onClick={() => setDialog('return')}>
              退回
            </Button>
            {runs ? (
              <Button type="primary" disabled={unsigned > 0} onClick={() => setDialog('accept')}>
                接收
              </Button>
            ) : (
              <Popconfirm
                title="接收这份移交？接收后内容不能再改"
                okText="接收"
                cancelText="取消"
                disabled={unsigned > 0}
                onConfirm={() => write.mutate({ action: 'accept', Id })}
              >
                <Button
                  type="primary"
                  disabled={unsigned > 0}
                  title={unsigned > 0 ? `还有${unsigned}项没有签收` : undefined}
                >
                  接收
                </Button>
              </Popconfirm>
            )}
          </>
        ) : null}
      </div>
      {of.may.decide && unsigned > 0 ? (
        <p className="note">还有 {unsigned} 项资料没有签收，全部签收后才能接收。</p>
      ) : null}
      {dialog === null ? null : (
        <Dialogs
          of={of}
          dialog={dialog}
          onClose={() => {
            setDialog(null);
            if (dialog === 'accept' || dialog === 'return') onClose();
          }}
        />
      )}
    </>
  );
};

/** One handover: registered and changed by the giver, read and signed for by everybody else. */
export const HandoverDrawer = ({
  which,
  onClose,
}: {
  readonly which: Which;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'handover', which],
    queryFn: ({ signal }) => callApi(handoverDetail, which, { signal }),
    // What somebody is writing is not taken from under them.
    refetchOnWindowFocus: false,
  });
  const of = found.data;
  return (
    <AppDrawer
      width={1280}
      title={of === undefined ? '项目移交' : `${of.projectName} ${of.code ?? ''}（${of.state}）`}
      onClose={onClose}
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : of === undefined ? (
        <SkeletonDelay rows={8} />
      ) : of.may.write ? (
        <>
          <About of={of} />
          <HandoverEditor key={of.revision} of={of} onDone={onClose} />
        </>
      ) : (
        <Opened of={of} onClose={onClose} />
      )}
    </AppDrawer>
  );
};
