/** 缺口日历: the days of a month, red where nothing was read, orange where some of it; each leads to its sheet. */
import { shortCodeOf } from '@hengneng/core';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { canOpen } from '../../../lib/permission.ts';
import { dayTone, type Gaps, weekPlace } from './gaps.ts';

const ENTRY = '/operationContent/DataInput/newDataInput';
const WEEK = ['一', '二', '三', '四', '五', '六', '日'] as const;

export const GapCalendar = ({ gaps, project }: { readonly gaps: Gaps; readonly project: string }): ReactElement => {
  const linked = canOpen(shortCodeOf(ENTRY));
  return (
    <section className="surface fill-calendar" aria-label="缺口日历">
      <h2>缺口日历</h2>
      <ol>
        {WEEK.map((name) => (
          <li key={name} aria-hidden="true">
            {name}
          </li>
        ))}
        {gaps.Calendar.map((day) => {
          const words = `${day.Date} 应录 ${day.Due}，已录 ${day.Done}`;
          const number = Number(day.Date.slice(8));
          return (
            <li
              key={day.Date}
              className={`fill-day fill-${dayTone(day)}`}
              style={{ gridColumnStart: weekPlace(day.Date) }}
              title={words}
            >
              {linked ? (
                <Link
                  aria-label={words}
                  to={`${ENTRY}?${new URLSearchParams({ ProjectCode: project, Date: day.Date })}`}
                >
                  {number}
                </Link>
              ) : (
                number
              )}
            </li>
          );
        })}
      </ol>
      <p className="note">红：当日全缺；橙：部分缺录；灰：停机或无应录</p>
    </section>
  );
};
