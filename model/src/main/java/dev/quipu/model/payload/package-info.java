/// The payload model of seed 002: what is submitted, what it is called, and what is reduced of it.
///
/// Takes an envelope, a capability and a schema → gives the ids of payload and entities, the fields
/// that each entity is told, and the snapshot of many observations. Promises: equal content has an
/// equal id on every machine and in every release, and neither order nor grouping of observations
/// changes a snapshot. May depend on `model.id`, `model.json`, `model.log`, `model.object`; start
/// reading at [PayloadEnvelope], then [PayloadIdentity], [EntitySchema] and [Cells].
@NullMarked
package dev.quipu.model.payload;

import org.jspecify.annotations.NullMarked;
