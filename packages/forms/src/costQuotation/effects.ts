/** What approvals of this area change, by name. */
export const EFFECTS = {
  'CostQuotationInquiry.checkQuotes': '提交时核对同一供应商只报一次价',
  'CostQuotationInquiry.checkChoice': '定价时核对推荐与备选供应商都在可接受的报价之中',
  'CostQuotationInquiry.priceLibrary': '核定清单单价写入单位工程造价价格库，连同有效期与来源',
  'CostQuotationInquiry.supplierQuotes': '各家报价写入供方报价履历，未中选的留作比价档案',
  'projectEstimatedCost.details': '概算明细写入项目概算明细并置为当前版本，同阶段旧版归档',
  'projectEstimatedCost.priceLibrary': '各单位工程单价回写单位工程造价价格库',
  'projectEstimatedCost.control': '签约预算作为项目工程采购合同的控制额',
} as const;
