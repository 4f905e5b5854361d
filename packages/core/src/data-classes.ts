/** Groups of fields that roles may see, and take along in a workbook, one by one. In the order in which administrators read them. */
export const DATA_CLASSES = {
  amount: '金额',
  energyCost: '能源费用',
  price: '单价',
  margin: '毛利',
  idNo: '证件号',
  phone: '手机号',
  salary: '薪资',
  bid: '投标报价',
} as const;

export type DataClass = keyof typeof DATA_CLASSES;

export const isDataClass = (name: string): name is DataClass => Object.hasOwn(DATA_CLASSES, name);
