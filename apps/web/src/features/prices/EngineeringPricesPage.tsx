import { engineeringPriceSave, LIBRARY_PRICE_KINDS, PRICE_SECTIONS, type ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { engineeringPrices, priceIndicators, priceQuarters, priceSuppliers } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewPicture } from '../../engine/views/ViewPicture.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowFiles } from '../works/RowFiles.tsx';
import { PriceImportDialog } from './PriceImportDialog.tsx';

const SCREEN = shortCodeOf(engineeringPrices.screen);

const FIELDS = {
  section: f.enum('分部', PRICE_SECTIONS, { required: true }),
  name: f.text('名称', { required: true }),
  spec: f.text('规格型号'),
  brand: f.text('品牌'),
  unit: f.text('单位', { required: true }),
  materialPrice: f.money4('设备材料价', { unit: '元' }),
  laborPrice: f.money4('人工机械', { unit: '元' }),
  unitPrice: f.money4('综合单价', { required: true, unit: '元' }),
  taxRate: f.percent('税率', { unit: '%', hint: '不含税的留空' }),
  priceKind: f.enum('价格类别', LIBRARY_PRICE_KINDS, { required: true }),
  city: f.text('城市'),
  supplier: f.supplier('供应商'),
  priceDate: f.date('价格日期', { required: true, default: 'today' }),
  validTo: f.date('有效期至'),
  remark: f.textarea('说明', { max: 300, hint: '与同条目中位数相差50%以上必填' }),
  file: f.file('来源单据或询价附件', { required: true }),
};

const AddDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <FieldsDialog
    title="录入价格"
    fields={FIELDS}
    saved="价格已录入"
    save={(values, options) =>
      callApi(
        engineeringPriceSave,
        {
          action: 'add',
          section: PRICE_SECTIONS.find((one) => one === values['section']) ?? '措施费',
          name: wordsOf(values['name']),
          spec: wordsOf(values['spec']),
          brand: wordsOf(values['brand']),
          unit: wordsOf(values['unit']),
          materialPrice: wordsOf(values['materialPrice']),
          laborPrice: wordsOf(values['laborPrice']),
          unitPrice: wordsOf(values['unitPrice']),
          taxRate: wordsOf(values['taxRate']),
          priceKind: LIBRARY_PRICE_KINDS.find((one) => one === values['priceKind']) ?? '询价',
          city: wordsOf(values['city']),
          supplier: wordsOf(values['supplier']),
          priceDate: wordsOf(values['priceDate']),
          validTo: wordsOf(values['validTo']),
          remark: wordsOf(values['remark']),
          file: fileOf(values['file']) ?? '',
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const EndDialog = ({ row, onClose }: { readonly row: ViewRow; readonly onClose: () => void }): ReactElement => (
  <FieldsDialog
    title={`价格失效：${textOf(row, 'name')}`}
    fields={{ reason: f.textarea('失效原因', { required: true, max: 200 }) }}
    saved="价格已失效"
    okText="失效"
    note="价格不删除，失效后不再计入中位数与走势。"
    save={(values, options) =>
      callApi(engineeringPriceSave, { action: 'end', Id: row.id, reason: wordsOf(values['reason']) }, options)
    }
    onClose={onClose}
  />
);

/** What one thing cost over time, and with whom. */
const ItemDrawer = ({ row, onClose }: { readonly row: ViewRow; readonly onClose: () => void }): ReactElement => {
  const ask = { item: textOf(row, 'item') };
  return (
    <AppDrawer
      width={760}
      title={[textOf(row, 'name'), textOf(row, 'spec')].filter((one) => one !== '').join(' ')}
      onClose={onClose}
    >
      <p className="note">
        每{textOf(row, 'unit')}；采样{textOf(row, 'samples') || '0'}个，离群价格不计入中位数。
      </p>
      <ViewPicture view={priceQuarters} picture="quarters" ask={ask} />
      <ViewPicture view={priceSuppliers} picture="suppliers" ask={ask} />
    </AppDrawer>
  );
};

/** Prices that quotes, contracts and estimates left, and those entered by hand; below them what whole plants cost. */
const EngineeringPricesPage = (): ReactElement => {
  const [opened, setOpened] = useState<ViewRow | null>(null);
  const [ending, setEnding] = useState<ViewRow | null>(null);
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  return (
    <div className="list-page">
      <PageHeader title={engineeringPrices.title} note={engineeringPrices.purpose} />
      <ViewTabs
        label={engineeringPrices.title}
        tabs={[
          {
            key: '单价',
            label: '单价',
            content: () => (
              <>
                <ViewSection
                  view={engineeringPrices}
                  empty="没有符合条件的价格，可录入或发起询价"
                  keywordHint="名称、规格型号、品牌"
                  onOpen={setOpened}
                  tone={(row) =>
                    row['state'] === '离群'
                      ? 'bad'
                      : row['state'] === '过期仅供参考'
                        ? 'warn'
                        : row['state'] === '失效'
                          ? 'off'
                          : null
                  }
                  tools={
                    <>
                      {can(SCREEN, 'add') ? (
                        <Button type="primary" onClick={() => setAdding(true)}>
                          录入价格
                        </Button>
                      ) : null}
                      {can(SCREEN, 'import') ? <Button onClick={() => setImporting(true)}>导入</Button> : null}
                    </>
                  }
                  actions={(row) => (
                    <>
                      {can(SCREEN, 'delete') && row['state'] !== '失效' ? (
                        <Button type="link" size="small" onClick={() => setEnding(row)}>
                          失效
                        </Button>
                      ) : null}
                      <RowFiles row={row} />
                    </>
                  )}
                />
                <p className="note view-note">
                  同名称、规格与单位的为一个条目。超出四分位1.5倍距的标离群，不进中位数；超过12个月的只供参考。
                </p>
              </>
            ),
          },
          {
            key: '造价指标',
            label: '造价指标',
            content: () => (
              <>
                <ViewSection view={priceIndicators} empty="还没有批准的概算" />
                <p className="note view-note">
                  造价按概算总投资，冷源（主机、冷却塔、水泵、定压）、水系统（水处理、管道、管网、保温）与电气自控按直接费，以面积或冷量加权。
                </p>
              </>
            ),
          },
        ]}
      />
      {opened === null ? null : <ItemDrawer row={opened} onClose={() => setOpened(null)} />}
      {ending === null ? null : <EndDialog row={ending} onClose={() => setEnding(null)} />}
      {adding ? <AddDialog onClose={() => setAdding(false)} /> : null}
      {importing ? <PriceImportDialog onClose={() => setImporting(false)} /> : null}
    </div>
  );
};

export default EngineeringPricesPage;
