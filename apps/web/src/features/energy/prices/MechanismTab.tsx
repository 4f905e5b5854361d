import { insertProjectSetUp, type PriceMechanismRow, type PriceProposal } from '@hengneng/contracts';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { contractAddress } from '../../contracts/address.ts';
import { MechanismForm } from './MechanismForm.tsx';
import { MECHANISM, mechanismWords, useMechanisms } from './mechanisms.ts';
import { ProposeDrawer, signed } from './ProposeDrawer.tsx';

const TONES: Readonly<Record<PriceProposal['State'], Tone>> = {
  待同意: 'accent',
  已同意: 'good',
  已退回: 'warn',
  已撤回: 'neutral',
};

type Asking =
  | { readonly what: 'end'; readonly row: PriceMechanismRow }
  | { readonly what: 'agree' | 'refuse' | 'withdraw'; readonly of: PriceProposal; readonly unit: string };
type Doing =
  | { readonly what: 'new' }
  | { readonly what: 'change'; readonly row: PriceMechanismRow }
  | { readonly what: 'propose'; readonly row: PriceMechanismRow }
  | Asking;

const ACTS = {
  end: { title: '停用调价机制', ok: '停用', label: '原因', said: '调价机制已停用', required: true },
  agree: { title: '同意调价', ok: '同意', label: '说明', said: '已同意，新单价已生成', required: false },
  refuse: { title: '退回调价', ok: '退回', label: '退回原因', said: '已退回', required: true },
  withdraw: { title: '撤回调价', ok: '撤回', label: '', said: '已撤回', required: false },
} as const;

/** One question before what cannot be taken back. */
const AskDialog = ({ doing, onClose }: { readonly doing: Asking; readonly onClose: () => void }): ReactElement => {
  const [form] = Form.useForm<{ Reason?: string }>();
  const act = ACTS[doing.what];
  const write = useWrite(insertProjectSetUp, {
    said: act.said,
    renews: ['rows'],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const which =
    'row' in doing
      ? { Action: 'end', Id: doing.row.Id, Version: doing.row.Version }
      : { Action: doing.what, ProposalId: doing.of.Id };
  return (
    <AppModal
      title={act.title}
      okText={act.ok}
      confirmLoading={write.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>
        {'row' in doing
          ? `${doing.row.ContractCode} ${doing.row.Item}：停用后不再按它提出调价，历次调价仍可查`
          : `${doing.of.OldPrice} → ${doing.of.NewPrice} ${doing.unit}（${signed(doing.of.Change)}），自 ${doing.of.EffectOn} 起`}
      </p>
      <Form
        name="mechanism-ask"
        form={form}
        layout="vertical"
        onFinish={({ Reason = '' }) => write.mutate({ SetType: MECHANISM, ...which, Reason })}
      >
        {act.label === '' ? null : (
          <Form.Item
            name="Reason"
            label={act.label}
            rules={act.required ? [{ required: true, whitespace: true, message: `请填写${act.label}` }] : []}
          >
            <Input.TextArea rows={2} maxLength={200} />
          </Form.Item>
        )}
      </Form>
    </AppModal>
  );
};

const columnsOf = (unit: string, onOpen: (doing: Doing) => void): readonly CardColumn<PriceProposal>[] => [
  { key: 'from', head: '生效日', main: true, show: (one) => <strong>{one.EffectOn}</strong> },
  { key: 'old', head: '原价', number: true, show: (one) => one.OldPrice },
  { key: 'new', head: '新价', number: true, show: (one) => one.NewPrice },
  { key: 'change', head: '变动', number: true, show: (one) => signed(one.Change) },
  { key: 'words', head: '计算', show: (one) => one.Words },
  {
    key: 'by',
    head: '提出',
    show: (one) => (
      <>
        {one.By} {formatDateTime(one.At)} {one.Reason}
      </>
    ),
  },
  { key: 'paper', head: '依据', show: (one) => (one.Paper === null ? '—' : <FileLink file={one.Paper} />) },
  {
    key: 'state',
    head: '状态',
    show: (one) => (
      <>
        <Tag tone={TONES[one.State]}>{one.State}</Tag>
        {one.Decider === null ? null : (
          <small>
            {one.Decider} {formatDateTime(one.DecidedAt)} {one.Decision}
          </small>
        )}
      </>
    ),
  },
  {
    key: 'do',
    head: '操作',
    acts: true,
    show: (one) => {
      const buttons = [
        ...(one.MayDecide ? (['agree', 'refuse'] as const) : []),
        ...(one.Mine ? (['withdraw'] as const) : []),
      ];
      if (buttons.length === 0) return '—';
      return (
        <span className="row-do">
          {buttons.map((what) => (
            <Button key={what} type="link" className="cell-link" onClick={() => onOpen({ what, of: one, unit })}>
              {ACTS[what].ok}
            </Button>
          ))}
        </span>
      );
    },
  },
];

const Mechanism = ({
  row,
  mayKeep,
  mayPropose,
  onOpen,
}: {
  readonly row: PriceMechanismRow;
  readonly mayKeep: boolean;
  readonly mayPropose: boolean;
  readonly onOpen: (doing: Doing) => void;
}): ReactElement => {
  const address = contractAddress(row.ContractCode);
  const waits = row.Proposals.some(({ State }) => State === '待同意');
  return (
    <section className="surface price-mechanism" aria-label={`${row.ContractCode} ${row.Item}`}>
      <header>
        <h2>
          {row.Item} {row.Ended ? <Tag tone="neutral">已停用</Tag> : null}
        </h2>
        <span className="row-do">
          {mayPropose && !row.Ended ? (
            <Button
              type="primary"
              size="small"
              disabled={waits || row.Price === null}
              title={waits ? '有待同意的调价' : row.Price === null ? '今天没有现行单价' : undefined}
              onClick={() => onOpen({ what: 'propose', row })}
            >
              提出调价
            </Button>
          ) : null}
          {mayKeep && !row.Ended ? (
            <>
              <Button size="small" onClick={() => onOpen({ what: 'change', row })}>
                修改
              </Button>
              <Button size="small" onClick={() => onOpen({ what: 'end', row })}>
                停用
              </Button>
            </>
          ) : null}
        </span>
      </header>
      <dl className="price-about">
        <dt>合同</dt>
        <dd>
          {address === null ? row.ContractCode : <Link to={address}>{row.ContractCode}</Link>} {row.ContractName}
        </dd>
        <dt>机制</dt>
        <dd>{mechanismWords(row)}</dd>
        <dt>基准</dt>
        <dd>
          {row.BasePrice} {row.Unit}（{row.BaseDay}）
          {row.Terms.map(({ Name, Base, Now }) => (
            <span key={Name}>
              ；{Name} 基准 {Base}
              {Now === null ? '' : `，当前 ${Now}`}
            </span>
          ))}
        </dd>
        <dt>现行单价</dt>
        <dd>
          {row.Price ?? '—'} {row.Unit}
        </dd>
        <dt>按机制</dt>
        <dd>
          {row.Result === null ? (
            row.Problem
          ) : (
            <>
              {row.Result.Computed}（{signed(row.Result.Change)}）{' '}
              <Tag tone={row.Result.Triggered ? 'warn' : 'good'}>
                {row.Result.Triggered ? `可调为 ${row.Result.Price}，${row.EffectOn} 起` : '未达到调价条件'}
              </Tag>
            </>
          )}
        </dd>
        <dt>合同条款</dt>
        <dd>
          {row.Clause} {row.Paper === null ? null : <FileLink file={row.Paper} />}
        </dd>
      </dl>
      {row.Proposals.length === 0 ? (
        <small className="price-none">还没有调价</small>
      ) : (
        <CardTable
          label={`${row.Item}历次调价`}
          columns={columnsOf(row.Unit, onOpen)}
          rows={row.Proposals}
          rowKey={(one) => one.Id}
        />
      )}
    </section>
  );
};

/** 调价机制: what contract prices follow, whether that is enough to change them, and how each change came about. */
export const MechanismTab = ({ project }: { readonly project: string }): ReactElement => {
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const list = useMechanisms(project);
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay />;
  const { data } = list;
  return (
    <>
      {data.MayKeep ? (
        <div className="price-tools">
          <Button
            type="primary"
            disabled={data.Open.length === 0}
            title={data.Open.length === 0 ? '现行的合同单价都已有调价机制' : undefined}
            onClick={() => setDoing({ what: 'new' })}
          >
            新增调价机制
          </Button>
        </div>
      ) : null}
      {data.rows.length === 0 ? (
        <section className="surface">
          <EmptyHint
            text={
              data.Open.length === 0 ? '该项目没有现行的合同单价' : '该项目的合同单价还没有调价机制，单价只能逐版新增'
            }
          />
        </section>
      ) : (
        data.rows.map((row) => (
          <Mechanism key={row.Id} row={row} mayKeep={data.MayKeep} mayPropose={data.MayPropose} onOpen={setDoing} />
        ))
      )}
      {doing === null ? null : doing.what === 'new' ? (
        <MechanismForm of={null} list={data} onClose={close} />
      ) : doing.what === 'change' ? (
        <MechanismForm of={doing.row} list={data} onClose={close} />
      ) : doing.what === 'propose' ? (
        <ProposeDrawer row={doing.row} onClose={close} />
      ) : (
        <AskDialog doing={doing} onClose={close} />
      )}
    </>
  );
};
