import { chemicalSavePrice, chemicalStopSupplier, type ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import {
  chemicalCertificates,
  chemicalDeliveries,
  chemicalPrices,
  chemicalReviews,
  chemicalSuppliers,
} from '@hengneng/forms/views';
import type { ViewShape } from '@hengneng/form-kit';
import { Button } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { newRecordAddress } from '../../lib/routes.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FileLink } from '../../ui/files/FileItem.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ChangeSupplier } from './ChangeSupplier.tsx';
import { PriceTrend } from './PriceTrend.tsx';

const SCREEN = shortCodeOf(chemicalSuppliers.screen);
const PROVIDER = MODULES.serviceProvider.procedureId;

const PRICE_FIELDS = {
  chemical: f.ref('waterChemical', '药剂', { required: true }),
  unitPrice: f.money4('单价', { required: true, unit: '元/kg' }),
  validFrom: f.date('有效期起', { required: true, default: 'today' }),
  validTo: f.date('有效期止', { hint: '不填为一直有效' }),
  source: f.enum('价格来源', chemicalPrices.columns.source.options, { required: true, default: '合同' }),
  activeContent: f.decimal(2, '有效成分', { unit: '%' }),
  packSpec: f.text('包装'),
  minOrder: f.decimal(2, '起订量', { unit: 'kg' }),
  letter: f.file('调价函', { hint: '较上次涨幅超过10%时必须上传' }),
};

const PriceDialog = ({
  supplier,
  onClose,
}: {
  readonly supplier: ViewRow;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`维护价目：${textOf(supplier, 'name')}`}
    fields={PRICE_FIELDS}
    saved="价目已保存"
    save={(values, options) => {
      const letter = fileOf(values['letter']);
      const source = chemicalPrices.columns.source.options.find((one) => one === values['source']) ?? '合同';
      return callApi(
        chemicalSavePrice,
        {
          supplier: supplier.id,
          chemical: wordsOf(values['chemical']),
          unitPrice: wordsOf(values['unitPrice']),
          validFrom: wordsOf(values['validFrom']),
          validTo: wordsOf(values['validTo']),
          source,
          activeContent: wordsOf(values['activeContent']),
          packSpec: wordsOf(values['packSpec']),
          minOrder: wordsOf(values['minOrder']),
          ...(letter ? { letter } : {}),
        },
        options,
      );
    }}
    onClose={onClose}
  />
);

const STOP_FIELDS = { reason: f.textarea('停用原因', { required: true, max: 200 }) };

const StopDialog = ({
  supplier,
  onClose,
}: {
  readonly supplier: ViewRow;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`停用：${textOf(supplier, 'name')}`}
    fields={STOP_FIELDS}
    okText="停用"
    saved="供应商已停用，不能再下单"
    save={(values, options) =>
      callApi(chemicalStopSupplier, { supplier: supplier.id, reason: wordsOf(values['reason']) }, options)
    }
    onClose={onClose}
  />
);

interface Part {
  readonly key: 'papers' | 'prices' | 'deliveries' | 'reviews';
  readonly label: string;
  readonly view: ViewShape;
  readonly empty: string;
}
const PARTS: readonly Part[] = [
  { key: 'papers', label: '基本与资质', view: chemicalCertificates, empty: '没有登记证照' },
  { key: 'prices', label: '价目', view: chemicalPrices, empty: '还没有价目' },
  { key: 'deliveries', label: '供货记录', view: chemicalDeliveries, empty: '还没有供货' },
  { key: 'reviews', label: '质量评价', view: chemicalReviews, empty: '还没有评价' },
];

const BASICS = [
  ['contact', '联系人'],
  ['phone', '电话'],
  ['grade', '等级'],
  ['state', '状态'],
  ['licenceDue', '营业执照到期'],
  ['hazardDue', '危化品许可到期'],
] as const;

/** The letter in which a rise was announced. */
const letterOf = (row: ViewRow): ReactElement | null => {
  const file = { URL: textOf(row, 'letterUrl'), Name: textOf(row, 'letter'), Size: Number(row['letterSize'] ?? 0) };
  return file.URL === '' ? null : <FileLink file={file} among={[file]} />;
};

const paperTone = (row: ViewRow) => {
  const days = Number(row['leftDays'] ?? 0);
  return days < 0 ? 'bad' : days <= 30 ? 'warn' : null;
};

const SupplierDrawer = ({
  row,
  footer,
  onClose,
}: {
  readonly row: ViewRow;
  readonly footer: ReactElement;
  readonly onClose: () => void;
}): ReactElement => {
  const prefix = useId();
  const [chosen, setChosen] = useState<Part['key']>('papers');
  const part = PARTS.find((one) => one.key === chosen) ?? PARTS[0];
  return (
    <AppDrawer width={980} title={textOf(row, 'name')} onClose={onClose} footer={footer}>
      <CountTabs prefix={prefix} label="供应商" tabs={PARTS} chosen={chosen} onChoose={setChosen} />
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${chosen}`}>
        {chosen === 'papers' ? (
          <Facts open facts={BASICS.map(([key, label]) => [label, textOf(row, key)] as const)} />
        ) : null}
        {part ? (
          <ViewRows
            key={part.key}
            view={part.view}
            ask={{ supplier: row.id }}
            empty={part.empty}
            tone={part.key === 'papers' ? paperTone : undefined}
            actions={part.key === 'prices' ? letterOf : undefined}
          />
        ) : null}
      </div>
    </AppDrawer>
  );
};

const ChemicalSuppliersPage = (): ReactElement => {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<ViewRow | null>(null);
  const [priced, setPriced] = useState<ViewRow | null>(null);
  const [stopped, setStopped] = useState<ViewRow | null>(null);
  const register = newRecordAddress(PROVIDER);
  const mayRegister = register !== null && can(shortCodeOf(register.split('?')[0] ?? ''), 'add');
  return (
    <div className="list-page">
      <PageHeader title="药剂供应商管理" note={chemicalSuppliers.purpose} />
      <ViewTabs
        label="药剂供应商"
        tabs={[
          {
            key: 'suppliers',
            label: '供应商',
            content: () => (
              <>
                <ViewSection
                  view={chemicalSuppliers}
                  empty="还没有药剂供应商"
                  keywordHint="名称、联系人"
                  onOpen={setOpened}
                  tools={
                    mayRegister ? (
                      <Button type="primary" onClick={() => void navigate(register)}>
                        新增供应商
                      </Button>
                    ) : null
                  }
                  tone={(row) =>
                    row['state'] === '停用' || row['state'] === '已撤销'
                      ? 'off'
                      : row['grade'] === 'D' || row['state'] === '限制' || row['expiring'] === '已过期'
                        ? 'bad'
                        : row['expiring'] === '30天内到期'
                          ? 'warn'
                          : null
                  }
                  actions={
                    can(SCREEN, 'edit')
                      ? (row) => (
                          <>
                            <Button size="small" type="link" onClick={() => setPriced(row)}>
                              维护价目
                            </Button>
                            {row['state'] === '停用' || row['state'] === '已撤销' ? null : (
                              <Button size="small" type="link" danger onClick={() => setStopped(row)}>
                                停用
                              </Button>
                            )}
                          </>
                        )
                      : undefined
                  }
                />
                <p className="note view-note">
                  D
                  级、限制、停用或证照过期的供应商不能用于药剂下单。及时率＝按承诺日前到货次数÷到货次数；水质合格率按其近12个月供货项目的检测项次。
                </p>
              </>
            ),
          },
          {
            key: 'prices',
            label: '价目',
            content: () => (
              <>
                <div className="view-charts">
                  <PriceTrend />
                </div>
                <ViewSection
                  view={chemicalPrices}
                  actions={letterOf}
                  empty="还没有价目：在供应商的“维护价目”里录入"
                  keywordHint="包装"
                />
              </>
            ),
          },
        ]}
      />
      {opened ? (
        <SupplierDrawer
          row={opened}
          onClose={() => setOpened(null)}
          footer={
            <div className="view-tools">
              {mayRegister ? <ChangeSupplier supplier={opened.id} /> : null}
              {can(SCREEN, 'edit') ? (
                <Button type="primary" onClick={() => setPriced(opened)}>
                  维护价目
                </Button>
              ) : null}
            </div>
          }
        />
      ) : null}
      {priced ? <PriceDialog supplier={priced} onClose={() => setPriced(null)} /> : null}
      {stopped ? <StopDialog supplier={stopped} onClose={() => setStopped(null)} /> : null}
    </div>
  );
};

export default ChemicalSuppliersPage;
