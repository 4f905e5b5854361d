/** What a customer sees of his projects by his number: a month at a time, on a phone or a screen. No account, no component library. */
import type { customerMonth, customerSelf, OutputOf } from '@hengneng/contracts';
import { formatQuantity, type QuantityName } from '@hengneng/energy/units';
import { type ReactElement, useEffect, useState } from 'react';
import { ApiError, callPath, messageOf } from '../../lib/api.ts';
import { formatDateTime, formatDecimal } from '../../lib/format.ts';
import { forgetNumber, takeNumber } from './number.ts';
import './customer.css';

type Self = OutputOf<typeof customerSelf>;
type Month = OutputOf<typeof customerMonth>;
type Usage = NonNullable<Month['usage']>[number];

const QUANTITY: Readonly<Record<string, QuantityName>> = {
  gas: 'gas',
  water: 'water',
  softWater: 'water',
  hotWater: 'water',
  steam: 'steam',
  cooling: 'heat',
  heating: 'heat',
};
const amount = (code: string, value: string | null | undefined): string =>
  formatQuantity(value == null ? null : Number(value), QUANTITY[code] ?? 'electricity');
const percent = (value: number | null): string => (value === null ? '—' : `${value.toFixed(1)}%`);

const ask = <T,>(path: string, input: object, number: string, signal?: AbortSignal): Promise<T> =>
  callPath<T>('POST', path, input, { authorization: `Customer ${number}`, signal });

const UsageCard = ({ of }: { readonly of: Usage }): ReactElement => (
  <li className="c-card">
    <h3>{of.name}</h3>
    <p className="c-figure">
      {amount(of.code, of.usage)} <small>{of.unit}</small>
    </p>
    <dl>
      <div>
        <dt>去年同期</dt>
        <dd>{amount(of.code, of.last)}</dd>
      </div>
      <div>
        <dt>同比</dt>
        <dd>{of.yoy.rate === null ? `— ${of.yoy.reason ?? ''}` : of.yoy.text}</dd>
      </div>
      <div>
        <dt>环比</dt>
        <dd>{of.mom.rate === null ? `— ${of.mom.reason ?? ''}` : of.mom.text}</dd>
      </div>
      <div>
        <dt>单位面积</dt>
        <dd>{of.perM2 === null ? '—' : `${of.perM2.toFixed(2)} ${of.unit}/m²`}</dd>
      </div>
      {of.cost === undefined ? null : (
        <div>
          <dt>费用</dt>
          <dd>
            {of.cost === null ? '—' : `${formatDecimal(of.cost, 2)} 元`}
            {of.costWhole === false ? '（不全）' : ''}
          </dd>
        </div>
      )}
      <div>
        <dt>完整率 / 估算</dt>
        <dd>
          {percent(of.complete)} / {percent(of.estimated)}
        </dd>
      </div>
    </dl>
  </li>
);

/** Bars of the days; the figures stand in the table below. */
const Bars = ({ month, code }: { readonly month: Month; readonly code: string }): ReactElement => {
  const days = month.days ?? [];
  const most = Math.max(...days.map(({ used }) => Number(used[code] ?? 0)), 0);
  const width = 100 / Math.max(1, days.length);
  return (
    <svg className="c-bars" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
      {days.map(({ day, used }, at) => {
        const high = most === 0 ? 0 : (Number(used[code] ?? 0) / most) * 38;
        return <rect key={day} x={at * width + width * 0.15} y={40 - high} width={width * 0.7} height={high} />;
      })}
    </svg>
  );
};

const Days = ({ month }: { readonly month: Month }): ReactElement => {
  const [code, setCode] = useState(month.categories[0]?.code ?? '');
  const days = month.days ?? [];
  const category = month.categories.find((one) => one.code === code) ?? month.categories[0];
  if (days.length === 0 || category === undefined) return <p className="c-note">本月还没有逐日数据</p>;
  return (
    <>
      <label className="c-pick">
        能源
        <select value={category.code} onChange={(event) => setCode(event.target.value)}>
          {month.categories.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}（{one.unit}）
            </option>
          ))}
        </select>
      </label>
      <Bars month={month} code={category.code} />
      {/* Reached by the keyboard, so that what does not fit can be scrolled to. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="c-scroll" role="region" aria-label="逐日明细表格" tabIndex={0}>
        <table aria-label="逐日明细">
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">
                {category.name}（{category.unit}）
              </th>
              <th scope="col">室外均温（℃）</th>
              <th scope="col">完整率</th>
              <th scope="col">估算</th>
            </tr>
          </thead>
          <tbody>
            {days.map((row) => (
              <tr key={row.day}>
                <th scope="row">{row.day.slice(5)}</th>
                <td>{amount(category.code, row.used[category.code])}</td>
                <td>{row.meanC === null ? '—' : row.meanC.toFixed(1)}</td>
                <td>{percent(row.complete)}</td>
                <td>{percent(row.estimated)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

const Figures = ({ month }: { readonly month: Month }): ReactElement => (
  <>
    <p className="c-note" role="status">
      数据至 {month.Until}，完整率 {percent(month.whole.complete)}，估算占比 {percent(month.whole.estimated)}；读取于{' '}
      {formatDateTime(month.AsOf)}
      {month.whole.complete !== null && month.whole.complete < 95 ? '。数据不全，仅供参考' : ''}
    </p>
    {month.usage === null ? null : (
      <section aria-label="月用量与同比">
        <h2>月用量与同比</h2>
        {month.usage.length === 0 ? (
          <p className="c-note">本月没有数据</p>
        ) : (
          <ul className="c-cards">
            {month.usage.map((one) => (
              <UsageCard key={one.code} of={one} />
            ))}
          </ul>
        )}
      </section>
    )}
    {month.carbon === null ? null : (
      <section aria-label="标煤与碳">
        <h2>标煤与碳</h2>
        <p className="c-figure">
          {month.carbon.tce === null ? '—' : month.carbon.tce.toFixed(2)} <small>tce 标煤</small>{' '}
          {month.carbon.tCo2 === null ? '—' : month.carbon.tCo2.toFixed(2)} <small>tCO₂</small>
        </p>
        {month.carbon.notes.map((note) => (
          <p key={note} className="c-note">
            {note}
          </p>
        ))}
      </section>
    )}
    {month.days === null ? null : (
      <section aria-label="逐日明细">
        <h2>逐日明细</h2>
        <Days key={`${month.ProjectName} ${month.Month}`} month={month} />
      </section>
    )}
  </>
);

const Shown = ({ self, number }: { readonly self: Self; readonly number: string }): ReactElement => {
  const [project, setProject] = useState(self.Projects[0]?.Code ?? '');
  const [month, setMonth] = useState(self.Month);
  const [shown, setShown] = useState<Month | null>(null);
  const [problem, setProblem] = useState('');
  const [again, setAgain] = useState(0);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked again when somebody says so
  useEffect(() => {
    const asking = new AbortController();
    setProblem('');
    setShown(null);
    ask<Month>('/api/NoBodyShow/MonthEnergy', { ProjectCode: project, Month: month }, number, asking.signal)
      .then(setShown)
      .catch((error: unknown) => {
        if (!asking.signal.aborted)
          setProblem(error instanceof ApiError ? (error.errors[0]?.message ?? error.message) : messageOf(error));
      });
    return () => asking.abort();
  }, [project, month, number, again]);
  return (
    <>
      <header className="c-head">
        <h1>{self.CustomerName}</h1>
        <p>能耗展示，有效至 {self.To}</p>
        <div className="c-picks">
          <label className="c-pick">
            项目
            <select value={project} onChange={(event) => setProject(event.target.value)}>
              {self.Projects.map(({ Code, Name }) => (
                <option key={Code} value={Code}>
                  {Name}
                </option>
              ))}
            </select>
          </label>
          <label className="c-pick">
            月份
            <input
              type="month"
              value={month}
              onChange={(event) => {
                if (event.target.value !== '') setMonth(event.target.value);
              }}
            />
          </label>
        </div>
      </header>
      {problem === '' ? (
        shown === null ? (
          <p className="c-note" role="status">
            正在读取…
          </p>
        ) : (
          <Figures month={shown} />
        )
      ) : (
        <p className="c-problem" role="alert">
          {problem}{' '}
          <button type="button" onClick={() => setAgain((count) => count + 1)}>
            重试
          </button>
        </p>
      )}
    </>
  );
};

export const CustomerPage = (): ReactElement => {
  const [number] = useState(takeNumber);
  const [self, setSelf] = useState<Self | null>(null);
  const [problem, setProblem] = useState(number === null ? '请用服务单位发给您的链接打开本页' : '');
  useEffect(() => {
    if (number === null) return;
    ask<Self>('/api/NoBodyShow/GetCustomer', {}, number)
      .then(setSelf)
      .catch((error: unknown) => {
        // A number that is good no more is not offered again.
        if (error instanceof ApiError && error.status === 404) forgetNumber();
        setProblem(messageOf(error));
      });
  }, [number]);
  return (
    <main className="c-page">
      {problem === '' ? (
        self === null || number === null ? (
          <p className="c-note" role="status">
            正在读取…
          </p>
        ) : (
          <Shown self={self} number={number} />
        )
      ) : (
        <>
          <h1>能耗展示</h1>
          <p className="c-problem" role="alert">
            {problem}
          </p>
        </>
      )}
    </main>
  );
};
