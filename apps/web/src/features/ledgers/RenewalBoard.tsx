import { renewalStage, viewIndex, type ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { f, formatValue } from '@hengneng/form-kit';
import { myRenewals } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Tag, type Tone } from '../../ui/StatusTag.tsx';
import './board.css';

const MOST = 200;
const SCREEN = shortCodeOf(myRenewals.screen);
/** What a dragged card carries: no other thing is taken. */
const TYPE = 'application/x-hengneng-renewal';
const { stage, probability, expectIncome } = myRenewals.columns;
const RISK_TONE: Readonly<Record<string, Tone>> = {
  '绿（稳定）': 'good',
  '黄（有隐忧）': 'warn',
  '红（可能流失）': 'bad',
};

const FIELDS = {
  stage: f.enum('阶段', stage.options, { required: true }),
  note: f.textarea('说明', { required: true, hint: '写一句为什么换；记入单据的讨论' }),
};

/** A card on its way to another stage; without one it is still to be chosen. */
interface Moving {
  readonly row: ViewRow;
  readonly to: string;
}

const MoveDialog = ({ moving: { row, to }, onClose }: { readonly moving: Moving; readonly onClose: () => void }) => (
  <FieldsDialog
    title={`换阶段：现为“${String(row['stage'])}”`}
    fields={FIELDS}
    start={{ stage: to }}
    saved="阶段已更新"
    save={(values, options) =>
      callApi(
        renewalStage,
        { Id: row.id, from: String(row['stage']), stage: wordsOf(values['stage']), note: wordsOf(values['note']) },
        options,
      )
    }
    onClose={onClose}
  />
);

const Card = ({
  row,
  project,
  onMove,
}: {
  readonly row: ViewRow;
  readonly project: string;
  /** Null where the person may only look. */
  readonly onMove: (() => void) | null;
}): ReactElement => {
  const risk = String(row['risk'] ?? '');
  const late = Number(row['lateDays'] ?? 0);
  return (
    <li
      draggable={onMove !== null}
      onDragStart={(event) => {
        event.dataTransfer.setData(TYPE, row.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <Link to={recordAddress(MODULES.renewalTracking.procedureId, row.id) ?? ''} draggable={false}>
        {project}
      </Link>
      <p>
        {String(row['contractEnd'] ?? '—')} 到期，剩 {String(row['leftDays'] ?? '—')} 天
      </p>
      <p>
        把握 {formatValue(probability, row['probability'])}，拟续 {formatValue(expectIncome, row['expectIncome'])} 元/年
      </p>
      <p>
        {risk === '' ? null : <Tag tone={RISK_TONE[risk] ?? 'neutral'}>{risk}</Tag>}
        {late > 0 ? <Tag tone="bad">{`逾期 ${late} 天未跟`}</Tag> : null}
      </p>
      {onMove === null ? null : (
        <Button size="small" type="link" aria-label={`换阶段 ${project}`} onClick={onMove}>
          换阶段
        </Button>
      )}
    </li>
  );
};

/** The renewals under way, by their stages. A card is dragged to another stage, or moved by its button; either asks for a word why. */
export const RenewalBoard = (): ReactElement => {
  const [moving, setMoving] = useState<Moving | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const may = can(SCREEN, 'edit');
  const found = useQuery({
    queryKey: ['rows', 'view.myRenewals', 'board'],
    queryFn: ({ signal }) => callApi(viewIndex(myRenewals), { result: '跟踪中', PageSize: MOST }, { signal }),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <SkeletonDelay rows={8} />;
  const { rows, labels } = found.data;
  if (rows.length === 0) return <EmptyHint text="暂无需要跟踪的合同" />;
  const drop = (id: string, to: string) => {
    setOver(null);
    const row = rows.find((one) => one.id === id);
    if (row !== undefined && row['stage'] !== to) setMoving({ row, to });
  };
  return (
    <>
      <div className="stage-board" role="region" aria-label="续签看板" tabIndex={0}>
        {stage.options.map((name) => {
          const here = rows.filter((row) => row['stage'] === name);
          return (
            <section
              key={name}
              className={over === name ? 'surface stage-over' : 'surface'}
              aria-label={name}
              onDragOver={(event) => {
                if (!may || !event.dataTransfer.types.includes(TYPE)) return;
                event.preventDefault();
                setOver(name);
              }}
              onDragLeave={() => setOver((now) => (now === name ? null : now))}
              onDrop={(event) => {
                event.preventDefault();
                drop(event.dataTransfer.getData(TYPE), name);
              }}
            >
              <h2>
                {name} <small>{here.length} 份</small>
              </h2>
              <ul>
                {here.map((row) => {
                  const project = String(row['project']);
                  return (
                    <Card
                      key={row.id}
                      row={row}
                      project={labels['project']?.[project] ?? project}
                      onMove={may ? () => setMoving({ row, to: '' }) : null}
                    />
                  );
                })}
              </ul>
            </section>
          );
        })}
      </div>
      {moving === null ? null : <MoveDialog moving={moving} onClose={() => setMoving(null)} />}
    </>
  );
};
