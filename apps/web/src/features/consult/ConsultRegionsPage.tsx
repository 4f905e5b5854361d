import { consultMonths, consultRegions } from '@hengneng/forms/views';
import { shortCodeOf } from '@hengneng/core';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { can } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CityClustersDialog } from './CityClustersDialog.tsx';
import './city-clusters.css';

const Groups = (): ReactElement => (
  <>
    <ViewSection
      view={consultRegions}
      empty="没有数据"
      keywordHint="大区、城市群或城市"
      tone={(row) => (row['trend'] === '下降' ? 'warn' : null)}
    />
    <p className="note view-note">
      同比＝（本年截至日−去年截至同日）÷去年截至同日，去年没有的为新增；环比为本月与上月整月比较。冷负荷、面积与预计合同额按本年有咨询单的项目各计一次，咨询单按申请日期计。
    </p>
  </>
);

/** Consultations of this year against last, by department or region, and month by month. */
const ConsultRegionsPage = (): ReactElement => {
  const [arranging, setArranging] = useState(false);
  return (
    <div className="list-page">
      <PageHeader
        title={consultRegions.title}
        note={consultRegions.purpose}
        actions={
          can(shortCodeOf(consultRegions.screen), 'edit') ? (
            <Button onClick={() => setArranging(true)}>维护城市群</Button>
          ) : null
        }
      />
      <ViewTabs
        label="咨询单同比"
        tabs={[
          { key: 'groups', label: '大区与城市', content: () => <Groups /> },
          { key: 'months', label: '逐月', content: () => <ViewSection view={consultMonths} empty="没有数据" /> },
        ]}
      />
      {arranging ? <CityClustersDialog onClose={() => setArranging(false)} /> : null}
    </div>
  );
};

export default ConsultRegionsPage;
