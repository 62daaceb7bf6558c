/// Tests of the documents: what they show is what happens.
package dev.quipu.docs;
