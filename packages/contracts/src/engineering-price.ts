/** 单位工程造价: prices entered by hand beside those that quotes, contracts and estimates leave, and prices that do not hold any more. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, day, idText, needed } from './common.ts';
import { uploaded } from './files.ts';
import { importErrorsInput, wholeImported } from './imports.ts';

export const PRICE_SECTIONS = [
  '冷热源主机',
  '冷却塔',
  '水泵',
  '换热定压补水',
  '水处理',
  '管道阀门',
  '保温保冷',
  '电气配电',
  '自控',
  '末端设备',
  '风管',
  '措施费',
] as const;
export const LIBRARY_PRICE_KINDS = ['成交价', '合同价', '询价', '战略协议价', '信息价', '估算'] as const;

const optional = <T extends z.ZodType>(inner: T) => blankable(inner).optional();
const short = (what: string, most: number) => optional(z.string().trim().max(most, `${what}最多${most}字`));
const price = z
  .string('单价格式不正确')
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, '单价格式不正确');

export const engineeringPriceSave = call('POST', '/bpmapi/EngineeringPrice/Save', '价格库：录入价格、失效（action）', {
  input: z.discriminatedUnion(
    'action',
    [
      z.object({
        action: z.literal('add'),
        section: z.enum(PRICE_SECTIONS, '请选择分部'),
        name: needed('名称', 60),
        spec: short('规格型号', 100),
        brand: short('品牌', 40),
        unit: needed('单位', 10),
        materialPrice: optional(price),
        laborPrice: optional(price),
        unitPrice: price.refine((value) => !(Number(value) <= 0), '综合单价应大于0'),
        taxRate: optional(
          z
            .string()
            .trim()
            .regex(/^\d{1,2}(\.\d{1,2})?$/, '税率应在0～100之间'),
        ),
        priceKind: z.enum(LIBRARY_PRICE_KINDS, '请选择价格类别'),
        city: short('城市', 30),
        supplier: optional(idText),
        priceDate: day,
        validTo: optional(day),
        remark: short('说明', 300),
        file: blankable(uploaded).optional(),
      }),
      z.object({ action: z.literal('end'), Id: idText, reason: needed('失效原因', 200) }),
    ],
    'action 只能是 add 或 end',
  ),
  output: z.object({ Id: z.string() }),
});

export const PRICE_IMPORT_COLUMNS = [
  '分部',
  '名称',
  '规格型号',
  '品牌',
  '单位',
  '设备材料价',
  '人工机械',
  '综合单价',
  '税率',
  '价格类别',
  '城市',
  '供应商',
  '价格日期',
  '有效期至',
  '说明',
] as const;
export const PRICE_IMPORT_ROWS = 2000;

export const engineeringPriceImport = call(
  'POST',
  '/bpmapi/EngineeringPrice/Import',
  '按模板导入价格（multipart，字段 file；URL 为来源单据），有一行错即一行也不写',
  {
    input: z.object({ URL: z.string('请上传询价或来源单据').min(1, '请上传询价或来源单据').max(500, '文件地址过长') }),
    output: wholeImported,
  },
);
export const engineeringPriceImportTemplate = call(
  'POST',
  '/bpmapi/EngineeringPrice/ImportTemplate',
  '下载价格导入模板',
  { input: z.object({}), output: z.unknown() },
);
export const engineeringPriceImportErrors = call(
  'POST',
  '/bpmapi/EngineeringPrice/ImportErrors',
  '下载价格导入错误清单',
  { input: importErrorsInput(50_000), output: z.unknown() },
);
