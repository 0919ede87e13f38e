/** The transfer room: takes records, with all that belongs to them, from one server to another. */
import { type BoundEndpoint, bind } from '../http/index.ts'
import { type TransferNeeds, transferEndpoints } from './endpoints.ts'

export const transferRoomEndpoints = (needs: TransferNeeds): BoundEndpoint[] => bind(transferEndpoints, needs)
