/** 运行参数 of a day: which moments are due, the log of the chosen one, and what was written down. */
import { expFile } from '@hengneng/contracts';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { download } from '../../../lib/download.ts';
import { can } from '../../../lib/permission.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { RunForm } from './RunForm.tsx';
import { RunLog } from './RunLog.tsx';
import type { Runs } from './useRuns.ts';
import './runs.css';

const SCREEN = 'operationContent.DataInput.newDataInput';

export const RunTab = ({
  project,
  date,
  runs,
}: {
  readonly project: string;
  readonly date: string;
  readonly runs: Runs;
}): ReactElement => {
  const [picked, setPicked] = useState<string | null>(null);
  const { sheet } = runs;
  if (sheet.isPending) return <SkeletonDelay />;
  if (sheet.isLoadingError) return <ErrorRetry error={sheet.error} onRetry={() => void sheet.refetch()} />;
  const { Machines, Moments, rows, Message, PeriodState, PeriodName, Due, Got, Every } = sheet.data;
  if (Machines.length === 0)
    return (
      <section className="surface">
        <EmptyHint text={Message} />
      </section>
    );
  // The last one that has come, unless one was chosen.
  const moment = Moments.find(({ At }) => At === picked) ?? Moments.at(-1);
  const filled = moment === undefined ? [] : runs.filledAt(moment.At);
  const done = new Map(
    rows
      .filter(({ At, Candidate }) => At === moment?.At && !Candidate)
      .map(({ DeviceId, Editor }) => [DeviceId, Editor]),
  );
  const open = PeriodState === 'open';
  const file = (Blank: boolean) =>
    void download(
      'POST',
      expFile.path,
      { Kind: 'runData', ProjectCode: project, Date: { from: date, to: date }, Blank },
      { name: Blank ? '运行参数抄表单.xlsx' : '运行参数.xlsx' },
    );
  return (
    <div className="run-tab" role="tabpanel" id="entry-panel" aria-label="运行参数">
      <section className="surface run-part" aria-label="运行参数录入">
        <header className="run-head">
          <p role="status">
            每 {Every} 小时一次，
            {Due === 0
              ? '主机都停着，再开机前不必录'
              : `已录 ${Got}/${Due} 条，完整率 ${((Math.min(Got, Due) / Due) * 100).toFixed(1)}%`}
          </p>
          <span>
            <Button onClick={() => file(true)}>空白抄表单</Button>
            <Button onClick={() => file(false)}>导出</Button>
          </span>
        </header>
        <div className="run-moments" role="group" aria-label="时刻">
          {Moments.map((one) => (
            <button
              key={one.At}
              type="button"
              aria-pressed={one.At === moment?.At}
              data-state={one.Got >= one.Due ? 'done' : one.Got > 0 ? 'part' : 'none'}
              onClick={() => setPicked(one.At)}
            >
              {one.Time}
              <small>{one.Due === 0 ? '停机' : `${one.Got}/${one.Due}`}</small>
            </button>
          ))}
        </div>
        {moment === undefined ? (
          <EmptyHint text="该日还没有到抄录时刻" />
        ) : open && can(SCREEN, 'add') ? (
          <>
            <RunForm machines={Machines} at={moment.At} done={done} runs={runs} />
            <footer className="entry-foot surface">
              <span>
                {filled.length > 0
                  ? `${moment.Time} 有 ${filled.length} 台未提交`
                  : '停机的主机选一次「停机」，再开机前不必再录；超出合理区间的会标橙'}
              </span>
              <Button
                type="primary"
                disabled={filled.length === 0}
                loading={runs.sending}
                onClick={() => runs.submit(moment.At)}
              >
                提交{filled.length > 0 ? ` ${filled.length} 台` : ''}
              </Button>
            </footer>
          </>
        ) : open ? null : (
          <p className="entry-soft">
            {PeriodName}：已过录入截止，运行参数不能再录
            {PeriodState === 'review' ? '，项目经理可修改当日已录的记录' : ''}
          </p>
        )}
      </section>
      <section className="surface run-part" aria-label="当日已录">
        <h2>当日已录</h2>
        {rows.length === 0 ? (
          <EmptyHint text="当日还没有运行参数记录" />
        ) : (
          <RunLog rows={rows} machines={Machines} open={open || PeriodState === 'review'} />
        )}
      </section>
    </div>
  );
};
