/** The eight fees that a company begins with; what they cost is its own to say. */
export const COMMON_BASES = [
  { name: '供能面积', source: '供能面积', unit: 'm²', digits: 2 },
  { name: '建筑面积', source: '建筑面积', unit: 'm²', digits: 2 },
  { name: '冷热量', source: '用量', unit: 'kWh', digits: 2 },
  { name: '热水量', source: '用量', unit: 't', digits: 2 },
  { name: '按户', source: '户', unit: '户', digits: 0 },
  { name: '固定金额', source: '固定', unit: '次', digits: 0 },
] as const;

const of = (
  code: string,
  name: string,
  [kind, category, basis, cycle]: readonly [string, string, string, string],
  tax: number,
  subject = '主营业务收入',
) => ({
  code,
  name,
  kind,
  category,
  basis,
  cycle,
  tax,
  subject,
  taxName: kind === '押金' ? '' : tax === 9 ? '供冷供暖服务' : tax === 13 ? '电力' : '物业服务',
});

export const COMMON_FEES = [
  of('GL', '供冷费', ['周期性', '供冷费', '供能面积', '供冷季'], 9),
  of('CN', '采暖费', ['周期性', '采暖费', '供能面积', '供暖季'], 9),
  of('JB', '空调基本费', ['周期性', '空调基本费', '供能面积', '月'], 6),
  of('JL', '计量费', ['计量', '计量费', '冷热量', '月'], 9),
  of('RS', '生活热水费', ['计量', '生活热水费', '热水量', '月'], 9),
  of('WY', '物业费', ['周期性', '其他', '建筑面积', '月'], 6),
  of('GT', '公摊电', ['代收', '电费', '按户', '月'], 13, '其他应付款'),
  of('YJ', '装修押金', ['押金', '其他', '固定金额', '次'], 0, '其他应付款'),
] as const;
