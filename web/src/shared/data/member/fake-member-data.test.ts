import { describeMemberData } from './member-data-contract.ts';
import { fakeMemberData } from './fake-member-data.ts';

describeMemberData(() => fakeMemberData().data);
