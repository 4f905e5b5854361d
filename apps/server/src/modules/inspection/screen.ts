/** ShortCode of the page that all of this is for. */
export const POINT_SET = 'formFlow.inspectionSystem.pointSet';
