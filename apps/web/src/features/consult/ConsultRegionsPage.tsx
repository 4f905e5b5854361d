import { consultMonths, consultRegions } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

const Groups = (): ReactElement => (
  <>
    <ViewSection
      view={consultRegions}
      empty="没有数据"
      keywordHint="大区或城市"
      tone={(row) => (row['trend'] === '下降' ? 'warn' : null)}
    />
    <p className="note view-note">
      同比＝（本年截至日−去年截至同日）÷去年截至同日，去年没有的为新增；环比为本月与上月整月比较。冷负荷、面积与预计合同额按本年有咨询单的项目各计一次，咨询单按申请日期计。
    </p>
  </>
);

/** Consultations of this year against last, by department or region, and month by month. */
const ConsultRegionsPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title={consultRegions.title} note={consultRegions.purpose} />
    <ViewTabs
      label="咨询单同比"
      tabs={[
        { key: 'groups', label: '大区与城市', content: () => <Groups /> },
        { key: 'months', label: '逐月', content: () => <ViewSection view={consultMonths} empty="没有数据" /> },
      ]}
    />
  </div>
);

export default ConsultRegionsPage;
