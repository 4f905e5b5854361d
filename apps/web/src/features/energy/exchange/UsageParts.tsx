import type { BreakUsage } from '@hengneng/energy/measuring';
import type { ReactElement, ReactNode } from 'react';
import { formatDecimal } from '../../../lib/format.ts';

/** What an exchange makes of its meter's use: three parts, their sum, and how it is worked out. */
export const UsageParts = ({
  usage,
  unit,
  children,
}: {
  readonly usage: BreakUsage | null;
  readonly unit: string;
  readonly children?: ReactNode;
}): ReactElement => (
  <section className="soft-box exchange-usage" aria-label="跨换表用量" aria-live="polite">
    <dl>
      {(
        [
          ['旧表段', usage?.old],
          ['空档估算', usage?.gap],
          ['新表段', usage?.new],
          ['合计', usage?.total],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value === undefined ? '—' : formatDecimal(value)} <small>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
    <p className="hint">{usage?.words ?? '填写两个时刻、旧表止码和新表起码后，这里算出跨换表的用量'}</p>
    {children}
  </section>
);
