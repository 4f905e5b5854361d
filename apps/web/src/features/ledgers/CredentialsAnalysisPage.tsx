import type { ViewRow } from '@hengneng/contracts';
import { certificateGaps, credentialPapers, credentialUses } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Begin, mayBegin, useBegin } from './new-record.ts';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';

/** The form by which a paper is made to hold on, with the paper filled in. */
const renewal = (row: ViewRow): { readonly label: string; readonly of: Begin } | null => {
  const id = row.id.slice(1);
  const project = typeof row['project'] === 'string' ? { project: row['project'] } : {};
  if (row['kind'] === '公司证件')
    return {
      label: '办理延续',
      of: {
        moduleId: 'credentials',
        ...project,
        values: { ...project, operateType: '延续换证', oldCredential: id, credentialName: row['name'] },
      },
    };
  if (row['kind'] === '人员证书')
    return {
      label: '办理复审',
      of: {
        moduleId: 'certificateManage',
        ...project,
        values: { ...project, applyType: '复审', oldCert: id, holder: row['keeper'] },
      },
    };
  return null;
};

const Papers = (): ReactElement => {
  const { begin } = useBegin();
  return (
    <ViewSection
      view={credentialPapers}
      empty="没有证件"
      tone={(row) =>
        row['state'] === '已过期' || row['state'] === '年检逾期' ? 'bad' : row['state'] === '即将到期' ? 'warn' : null
      }
      actions={(row) => {
        const next = row['pending'] == null ? renewal(row) : null;
        return next && mayBegin(next.of.moduleId) ? (
          <Button type="link" size="small" onClick={() => begin(next.of)}>
            {next.label}
          </Button>
        ) : null;
      }}
    />
  );
};

/** How long the papers of the company and its people hold, which are missing, which are lent how often. */
const CredentialsAnalysisPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title="证件分析" note="公司证件、人员证书与设备检验的到期、缺口、年检与借用" />
    <ViewTabs
      label="证件分析"
      tabs={[
        { key: 'papers', label: '到期预警', content: () => <Papers /> },
        {
          key: 'gaps',
          label: '人证缺口',
          content: () => (
            <ViewSection
              view={certificateGaps}
              empty="没有运行岗位人员"
              tone={(row) => (Number(row['gap'] ?? 0) > 0 ? 'bad' : Number(row['soon'] ?? 0) > 0 ? 'warn' : null)}
            />
          ),
        },
        {
          key: 'uses',
          label: '借用频次',
          content: () => <ViewSection view={credentialUses} empty="没有借用记录" />,
        },
      ]}
    />
  </div>
);

export default CredentialsAnalysisPage;
