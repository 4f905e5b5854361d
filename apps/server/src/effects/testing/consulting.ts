/** A project in sight, its consultation and an offer on it, for tests that begin where consulting ends. */
import type { Chains } from '../../testing/chains.ts';

const MAKER = 'sales';
type Given = Readonly<Record<string, unknown>>;

export const projectInSight = async (chains: Chains, more: Given = {}): Promise<string> => {
  const { id } = await chains.through(
    'consultProject',
    MAKER,
    {
      winRate: '30',
      expectAmount: '1000000.00',
      ownerName: '示范开发公司',
      buildings: [{ floorArea: '10000.00', coolIndex: '100.0' }],
      ...more,
    },
    { 部门主任审核: { projectLevel: '一般' }, 管理员查重立项: { dupResult: '无重复' } },
  );
  return id;
};

/** Whom the steps of consulting name. */
export const assigned = (chains: Chains) => ({
  部门主任分派: { technicalDirector: chains.user('technicalDirector') },
  技术总监分派: { hvacLeader: chains.user('hvacLeader') },
  暖通组长分派: { hvacEngineer: chains.user('hvacEngineer') },
});

export const consultationOf = async (chains: Chains, consultProject: string, more: Given = {}): Promise<string> => {
  const steps = assigned(chains);
  const { id } = await chains.through(
    'consult',
    MAKER,
    {
      consultProject,
      consultType: '图纸审核',
      needDate: chains.day(30),
    },
    {
      ...steps,
      技术总监分派: { ...steps.技术总监分派, planDue: chains.day(20) },
      暖通组长分派: { ...steps.暖通组长分派, needEcu: false },
      暖通工程师编制: { equipments: [{ capacity: '1000.0', quantity: 1 }] },
      申请人确认: { customerReply: '认可' },
      ...more,
    },
  );
  return id;
};

/** One item that costs 80 and is offered for 100 before tax. */
export const ITEM = {
  section: '冷却塔',
  libraryPrice: null,
  itemName: '横流冷却塔',
  spec: '300t/h',
  brand: '良机',
  unitName: '台',
  quantity: '2.000',
  materialPrice: '30000.00',
  laborPrice: '10000.00',
  priceSource: '厂家报价',
  markup: '25',
};

export const offerOf = (chains: Chains, consult: string, more: Given = {}, end: Given = {}) => {
  const steps = assigned(chains);
  return chains.through(
    'offer',
    MAKER,
    {
      consult,
      offerKind: '预算报价',
      versionNo: 1,
      taxRate: '9',
      validDays: 60,
      needDate: chains.day(20),
      ...more,
    },
    {
      部门主任分派: { ...steps.部门主任分派, targetMargin: '20' },
      技术总监分派: steps.技术总监分派,
      暖通组长分派: { ...steps.暖通组长分派, priceDue: chains.day(10) },
      暖通工程师组价: { boq: [ITEM] },
      技术总监审定: { discount: '0' },
      申请人报出: { sentDate: chains.day(0), customerResult: '待定', ...end },
    },
  );
};
