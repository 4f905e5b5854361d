import type { ViewRow } from '@hengneng/contracts';
import { MOST_DUTY_HOURS, staffBoard, staffPeople } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { textOf } from '../../../engine/rows/text.ts';
import { useDrill } from '../../../engine/views/drill.ts';
import { ViewBoard } from '../../../engine/views/ViewBoard.tsx';
import { type Begin, mayBegin, useBegin } from '../../ledgers/new-record.ts';

const EMPTY = '所选部门没有人员';
/** Pages whose records the figures are made of. */
const SOURCES = [
  ['/formFlow/personnelManagement/resignationReport/resignationReportList'],
  ['/formFlow/assetsAndCertificate/certificateManage/certificateManageList'],
  ['/formFlow/personnelManagement/dutySchedule/dutyScheduleList', 'project'],
] as const;

const isOver = (row: ViewRow): boolean => Number(row['hours'] ?? 0) > MOST_DUTY_HOURS;

/** What is begun about a risk: a certificate is renewed, somebody on probation judged, somebody who may leave talked with. */
function answerTo(row: ViewRow): { readonly label: string; readonly what: Begin } | null {
  const site = row['site'] == null ? {} : { project: textOf(row, 'site') };
  const begun = (moduleId: Begin['moduleId'], values: Begin['values']): Begin => ({
    moduleId,
    ...site,
    values: { ...site, ...values },
  });
  switch (row['risk']) {
    case '证书过期':
    case '证书90天内到期':
      return {
        label: '办理复审',
        what: begun('certificateManage', { holder: row['person'], certType: row['detail'] }),
      };
    case '试用期将满':
      return { label: '办理转正', what: begun('userFormal', { employee: row['person'] }) };
    case '流失风险高':
      return { label: '安排面谈', what: begun('employeeInterview', { employee: row['person'] }) };
    default:
      return null;
  }
}

/** 人员分析. */
const StaffPage = (): ReactElement => {
  const drill = useDrill();
  const { begin, beginning } = useBegin();
  return (
    <ViewBoard
      board={staffBoard}
      related={SOURCES}
      note="在岗按入职日期与最后工作日计，没有入职日期的视为一直在岗；部门与岗位按当日（调动生效前为原部门）。应持证为运行、维修岗位。工时取值班排班。"
      lists={{
        staffDepts: {
          empty: EMPTY,
          address: (row) => (row['place'] == null ? null : drill(staffPeople.id, { dept: row['place'] })),
          tone: (row) => (isOver(row) ? 'bad' : Number(row['short'] ?? 0) > 0 ? 'warn' : null),
          note: '各部门的人数只计直属人员，编制与缺编含下级；点部门看该部门及下级的名单。',
        },
        staffProjects: {
          empty: '没有在运项目',
          address: (row) => drill(staffPeople.id, { project: row['place'] }),
          tone: (row) => (isOver(row) ? 'bad' : Number(row['short'] ?? 0) > 0 ? 'warn' : null),
          note: '有多个项目的人员在各项目都计。编制取项目岗位台账，没有编制的不计缺编；缺编标黄，人均月工时超过200小时标红。点项目看名单。',
        },
        staffRoles: {
          empty: EMPTY,
          note: '有多个角色的人员在各角色都计；处理时长按自然小时。',
        },
        staffRisks: {
          empty: '没有人员风险',
          tone: (row) => (row['leftDays'] == null || Number(row['leftDays']) < 0 ? 'bad' : 'warn'),
          actions: (row) => {
            const answer = row['pending'] == null ? answerTo(row) : null;
            return answer !== null && mayBegin(answer.what.moduleId) ? (
              <Button type="link" size="small" disabled={beginning} onClick={() => begin(answer.what)}>
                {answer.label}
              </Button>
            ) : null;
          },
          note: '责任人为项目经理，不在项目的为部门负责人；已在办理的列出单号。',
        },
        staffMonths: { empty: EMPTY, note: '期末＝月初＋入职−离职＋调入−调出；所选范围内部的调动，调入调出各计一次。' },
        staffPeople: { empty: EMPTY, tone: (row) => (row['certified'] === '缺证' ? 'warn' : null) },
      }}
    />
  );
};

export default StaffPage;
