/** 资产与证件. */
import { certificateEffects } from './certificates.ts';
import { credentialEffects, credentialLoanEffects } from './credentials.ts';

export const assetsAndCertificateEffects = { ...certificateEffects, ...credentialEffects, ...credentialLoanEffects };
