import { committeeMemberSave, MEMBER_GROUPS, MEMBER_POSITIONS, type ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { committeeMembers } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

const SCREEN = shortCodeOf(committeeMembers.screen);
/** Absences in a row after which somebody else is to be asked. */
const ABSENT_TIMES = 3;

const FIELDS = {
  term: f.text('届次', { required: true }),
  position: f.enum('职务', MEMBER_POSITIONS, { required: true, default: '委员' }),
  member: f.user('委员', { required: true }),
  group: f.enum('专业组', MEMBER_GROUPS, { required: true }),
  duty: f.textarea('分工', { max: 200 }),
  fromOn: f.date('任期起', { required: true, default: 'today' }),
  toOn: f.date('任期止', { required: true }),
};

/** Members of the committee, and how often they come. */
const MembersPage = (): ReactElement => {
  const [edited, setEdited] = useState<ViewRow | 'new' | null>(null);
  const row = edited === 'new' ? null : edited;
  return (
    <div className="list-page">
      <PageHeader title={committeeMembers.title} note={committeeMembers.purpose} />
      <ViewSection
        view={committeeMembers}
        empty="本届还没有委员"
        keywordHint="届次、分工"
        tools={
          can(SCREEN, 'add') ? (
            <Button type="primary" onClick={() => setEdited('new')}>
              新增委员
            </Button>
          ) : null
        }
        tone={(one) => (one['state'] === '届满' ? 'off' : Number(one['absent'] ?? 0) >= ABSENT_TIMES ? 'bad' : null)}
        actions={
          can(SCREEN, 'edit')
            ? (one) => (
                <Button size="small" type="link" onClick={() => setEdited(one)}>
                  调整
                </Button>
              )
            : undefined
        }
      />
      <p className="note view-note">
        应到会与到会按任期内已召开评审的邀请与签到计。连续三次缺席的标红，请考虑更换。一届只有一名主任，同一人的任期不能重叠；调整前后记入审计。
      </p>
      {edited === null ? null : (
        <FieldsDialog
          title={row === null ? '新增委员' : '调整委员'}
          fields={FIELDS}
          start={row === null ? {} : Object.fromEntries(Object.keys(FIELDS).map((key) => [key, textOf(row, key)]))}
          saved="委员已保存"
          save={(values, options) =>
            callApi(
              committeeMemberSave,
              {
                Id: row?.id ?? '',
                term: wordsOf(values['term']),
                position: MEMBER_POSITIONS.find((one) => one === values['position']) ?? '委员',
                member: wordsOf(values['member']),
                group: MEMBER_GROUPS.find((one) => one === values['group']) ?? '冷热源',
                duty: wordsOf(values['duty']),
                fromOn: wordsOf(values['fromOn']),
                toOn: wordsOf(values['toOn']),
              },
              options,
            )
          }
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
};

export default MembersPage;
