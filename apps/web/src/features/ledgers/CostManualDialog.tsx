import { costSave } from '@hengneng/contracts';
import { addMoney, money, moneyText } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { maintenanceCosts } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ApiError, callApi } from '../../lib/api.ts';

const BEARERS = maintenanceCosts.columns.bearer.options;

const FIELDS = {
  device: f.device('设备', { required: true }),
  cause: f.text('原因', { required: true }),
  faultPart: f.text('故障部位'),
  material: f.money('材料费', { unit: '元' }),
  labour: f.money('人工费', { unit: '元' }),
  outsourced: f.money('外协费', { unit: '元' }),
  transport: f.money('机械运输', { unit: '元' }),
  bearer: f.enum('承担方', BEARERS, { required: true }),
  ours: f.money('我方承担', { unit: '元', hint: '三方承担都不填时，按承担方全额计入' }),
  customer: f.money('客户承担', { unit: '元' }),
  supplier: f.money('供应商承担', { unit: '元' }),
  quality: f.ref('qualityExceptionFeedback', '质量异常单', { hint: '供应商承担时必选' }),
  invoiceNo: f.text('发票号'),
  voucher: f.file('凭证', { required: true }),
};

const isAmount = (value: string): boolean => /^\d{1,13}(\.\d{1,2})?$/.test(value);
const PREFIX = 'manual.';

/** A cost that no record says. */
export const CostManualDialog = ({
  project,
  month,
  onClose,
}: {
  readonly project: string;
  readonly month: string;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`手工补录 ${month}`}
    fields={FIELDS}
    project={project}
    start={{ bearer: '我方' }}
    saved="费用已补录，请他人核对"
    save={async (values, options) => {
      const words = (key: string): string => wordsOf(values[key]).trim();
      const amount = (key: string): string => words(key) || '0';
      const parts = ['material', 'labour', 'outsourced', 'transport'];
      const whole = moneyText(
        parts.reduce((sum, key) => addMoney(sum, money(isAmount(amount(key)) ? amount(key) : '0')), money('0')),
      );
      const bearer = BEARERS.find((one) => one === words('bearer')) ?? '我方';
      const split = ['ours', 'customer', 'supplier'].some((key) => words(key) !== '');
      const voucher = fileOf(values['voucher']);
      const share = (key: string, all: boolean): string => (split ? amount(key) : all ? whole : '0');
      try {
        return await callApi(
          costSave,
          {
            manual: {
              ProjectCode: project,
              month,
              device: words('device'),
              cause: words('cause'),
              faultPart: words('faultPart'),
              material: amount('material'),
              labour: amount('labour'),
              outsourced: amount('outsourced'),
              transport: amount('transport'),
              bearer,
              ours: share('ours', bearer !== '客户' && bearer !== '供应商质保'),
              customer: share('customer', bearer === '客户'),
              supplier: share('supplier', bearer === '供应商质保'),
              quality: words('quality'),
              invoiceNo: words('invoiceNo'),
              ...(voucher ? { voucher } : {}),
            },
          },
          options,
        );
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const errors = error.errors.map((one) => ({ ...one, path: one.path.replace(PREFIX, '') }));
        throw new ApiError(error.status, error.message, errors, error.data);
      }
    }}
    onClose={onClose}
  />
);
