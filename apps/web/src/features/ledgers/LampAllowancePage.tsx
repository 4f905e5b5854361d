import { lampCountSheet, lampPurchase, lampSetSafety, type ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { lampAllowance, lampKinds, lampMonths } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { newRecordAddress, recordAddress } from '../../lib/routes.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { LampCountDialog } from './LampCountDialog.tsx';

const SCREEN = shortCodeOf(lampAllowance.screen);

const SAFETY = {
  safeQty: f.integer('安全库存', { required: true, unit: '盏', hint: '低于它时标红，出库后提醒库管员' }),
};

/** What is done for the project that the list is narrowed to. */
const Tools = ({ onCount }: { readonly onCount: (project: string) => void }): ReactElement => {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const project = params.get('project') ?? '';
  const purchase = useWrite(lampPurchase, {
    said: '采购申请草稿已生成，请补充后提交',
    onDone: (made) => {
      const address = recordAddress(made.ProcedureId, made.BusinessId);
      if (address) void navigate(address);
    },
  });
  const forms = [
    ['lightInStorage', '入库'],
    ['lightOutStorage', '出库'],
  ] as const;
  const ofProject = project === '' ? '请先在筛选里选择项目' : undefined;
  return (
    <>
      {forms.map(([module, label]) => {
        const address = newRecordAddress(MODULES[module].procedureId);
        return address !== null && can(shortCodeOf(address.split('?')[0] ?? ''), 'add') ? (
          <Button
            key={module}
            onClick={() =>
              void navigate(project === '' ? address : `${address}&ProjectCode=${encodeURIComponent(project)}`)
            }
          >
            {label}
          </Button>
        ) : null;
      })}
      {can(SCREEN, 'add') ? (
        <Button
          disabled={project === ''}
          title={ofProject}
          loading={purchase.isPending}
          onClick={() => purchase.mutate({ ProjectCode: project })}
        >
          生成采购
        </Button>
      ) : null}
      {can(SCREEN, 'edit') ? (
        <Button disabled={project === ''} title={ofProject} onClick={() => onCount(project)}>
          盘点
        </Button>
      ) : null}
      {can(SCREEN, 'export') ? (
        <Button
          disabled={project === ''}
          title={ofProject}
          onClick={() => void download('POST', lampCountSheet.path, { ProjectCode: project }, { name: '灯具盘点表' })}
        >
          盘点表
        </Button>
      ) : null}
    </>
  );
};

const LampAllowancePage = (): ReactElement => {
  const [safety, setSafety] = useState<ViewRow | null>(null);
  const [counted, setCounted] = useState<string | null>(null);
  return (
    <div className="list-page">
      <PageHeader title={lampAllowance.title} note={lampAllowance.purpose} />
      <ViewTabs
        label="灯具统计"
        tabs={[
          {
            key: 'stock',
            label: '余量',
            content: () => (
              <>
                <ViewSection
                  view={lampAllowance}
                  empty="没有灯具库存"
                  keywordHint="仓库、型号、项目"
                  tools={<Tools onCount={setCounted} />}
                  address={(row) =>
                    can(shortCodeOf(lampKinds.screen), 'search')
                      ? `${lampKinds.screen}?tab=installed&lamp=${textOf(row, 'lampId')}`
                      : null
                  }
                  tone={(row) => (row['check'] === '不平' ? 'bad' : row['low'] === true ? 'warn' : null)}
                  actions={
                    can(SCREEN, 'edit')
                      ? (row) => (
                          <Button size="small" type="link" onClick={() => setSafety(row)}>
                            设安全库存
                          </Button>
                        )
                      : undefined
                  }
                />
                <p className="note view-note">
                  期初、期末含待报废。月均用量按近六个月出库；可用月数＝（期末－待报废）÷月均用量；建议补货＝安全库存＋2×月均用量－可用－在途。
                  生成采购、盘点和盘点表请先选择一个项目。
                </p>
              </>
            ),
          },
          {
            key: 'months',
            label: '收发走势',
            content: () => <ViewSection view={lampMonths} empty="所选年度没有收发" keywordHint="仓库、项目" />,
          },
        ]}
      />
      {safety ? (
        <FieldsDialog
          title="设安全库存"
          fields={SAFETY}
          start={{ safeQty: textOf(safety, 'safeQty') }}
          saved="安全库存已保存"
          save={(values, options) =>
            callApi(lampSetSafety, { Id: safety.id, safeQty: wordsOf(values['safeQty']) }, options)
          }
          onClose={() => setSafety(null)}
        />
      ) : null}
      {counted ? <LampCountDialog project={counted} onClose={() => setCounted(null)} /> : null}
    </div>
  );
};

export default LampAllowancePage;
