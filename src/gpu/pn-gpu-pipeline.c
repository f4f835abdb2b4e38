/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The render pass and the pipelines. Viewport and scissor are dynamic, so a pipeline serves every
 * size of surface. */

#include <stdint.h>

#include "pn-gpu-pipeline-private.h"

#include <stddef.h>

#include "picture.frag.spv.h"
#include "picture.vert.spv.h"
#include "surface.frag.spv.h"
#include "surface.vert.spv.h"

#include "pn-gpu-geometry-private.h"

VkFormat
pn_gpu_format (PnDepth depth)
{
  return depth == PN_DEPTH_8 ? VK_FORMAT_R8G8B8A8_UNORM : VK_FORMAT_R16G16B16A16_SFLOAT;
}

/* Before: surfaces are used again, so an earlier pass may still draw to the same images, sample them
 * or copy from them. After: the surface is laid over another, or read back. */
static const VkSubpassDependency dependencies[] = {
    {
        .srcSubpass = VK_SUBPASS_EXTERNAL,
        .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT |
                        VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
    },
    {
        .dstSubpass = VK_SUBPASS_EXTERNAL,
        .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT,
    },
};

static gboolean
create_pass (PnGpuPipelines *self, GError **error)
{
  gboolean resolves = self->samples > 1;
  VkAttachmentDescription surface = {
      .format = pn_gpu_format (self->depth),
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .loadOp = resolves ? VK_ATTACHMENT_LOAD_OP_DONT_CARE : VK_ATTACHMENT_LOAD_OP_CLEAR,
      .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
      .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
      .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
      .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
      .finalLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
  };
  VkAttachmentDescription samples = surface;
  samples.samples = (VkSampleCountFlagBits)self->samples;
  samples.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  samples.storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  samples.finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;

  /* The surface comes first in both forms, as the framebuffers have it. */
  VkAttachmentDescription attachments[] = {surface, samples};
  VkAttachmentReference first = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  VkAttachmentReference second = {1, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass = {
      .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
      .colorAttachmentCount = 1,
      .pColorAttachments = resolves ? &second : &first,
      .pResolveAttachments = resolves ? &first : NULL,
  };
  VkRenderPassCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
      .attachmentCount = resolves ? 2 : 1,
      .pAttachments = attachments,
      .subpassCount = 1,
      .pSubpasses = &subpass,
      .dependencyCount = G_N_ELEMENTS (dependencies),
      .pDependencies = dependencies,
  };
  return pn_gpu_check (self->device,
                       vkCreateRenderPass (self->device->vk, &info, NULL, &self->pass), error);
}

static gboolean
create_layouts (PnGpuPipelines *self, GError **error)
{
  PnGpuDevice *device = self->device;
  VkDescriptorSetLayoutBinding binding = {
      .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
      .descriptorCount = 1,
      .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT,
  };
  VkDescriptorSetLayoutCreateInfo set = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .bindingCount = 1,
      .pBindings = &binding,
  };
  VkPushConstantRange constants = {PN_GPU_CONSTANT_STAGES, 0, sizeof (PnGpuPictureConstants)};
  VkPipelineLayoutCreateInfo layout = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
      .setLayoutCount = 1,
      .pSetLayouts = &self->set_layout,
      .pushConstantRangeCount = 1,
      .pPushConstantRanges = &constants,
  };

  return pn_gpu_check (device,
                       vkCreateDescriptorSetLayout (device->vk, &set, NULL, &self->set_layout),
                       error) &&
         pn_gpu_check (device, vkCreatePipelineLayout (device->vk, &layout, NULL, &self->layout),
                       error);
}

gboolean
pn_gpu_pipelines_init (PnGpuPipelines *self,
                       PnGpuDevice *device,
                       PnDepth depth,
                       int samples,
                       GError **error)
{
  self->device = pn_gpu_device_ref (device);
  self->depth = depth;
  self->samples = samples;
  if (!create_pass (self, error) || !create_layouts (self, error)) {
    pn_gpu_pipelines_clear (self);
    return FALSE;
  }
  return TRUE;
}

void
pn_gpu_pipelines_clear (PnGpuPipelines *self)
{
  if (self->device == NULL)
    return;
  VkDevice vk = self->device->vk;
  for (int i = 0; i < PN_GPU_N_PIPELINES; i++)
    vkDestroyPipeline (vk, self->kinds[i], NULL);
  vkDestroyRenderPass (vk, self->pass, NULL);
  vkDestroyPipelineLayout (vk, self->layout, NULL);
  vkDestroyDescriptorSetLayout (vk, self->set_layout, NULL);
  pn_gpu_device_unref (self->device);
  *self = (PnGpuPipelines){0};
}

/* Pipelines. */

static const VkVertexInputAttributeDescription vertex_attributes[] = {
    {0, 0, VK_FORMAT_R32G32_SFLOAT, offsetof (PnGpuVertex, position_px)},
    {1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof (PnGpuVertex, texel_from_px)},
    {2, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof (PnGpuVertex, start)},
    {3, 0, VK_FORMAT_R32G32B32A32_SINT, offsetof (PnGpuVertex, anchor_px)},
};

G_STATIC_ASSERT (offsetof (PnGpuVertex, level) == offsetof (PnGpuVertex, start) + 8);
G_STATIC_ASSERT (offsetof (PnGpuVertex, anchor_texel) == offsetof (PnGpuVertex, anchor_px) + 8);

static VkShaderModule
create_module (PnGpuPipelines *self, const uint32_t *code, gsize n_bytes, GError **error)
{
  VkShaderModuleCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
      .codeSize = n_bytes,
      .pCode = code,
  };
  VkShaderModule module = VK_NULL_HANDLE;

  pn_gpu_check (self->device, vkCreateShaderModule (self->device->vk, &info, NULL, &module), error);
  return module;
}

/* The fixed part: colours are premultiplied and blended as they are encoded, as artists' programs
 * do. */
static gboolean
create_pipeline (PnGpuPipelines *self,
                 PnGpuPipelineKind kind,
                 const VkPipelineShaderStageCreateInfo stages[2],
                 GError **error)
{
  gboolean is_surface = kind == PN_GPU_SURFACE;
  VkVertexInputBindingDescription binding = {0, sizeof (PnGpuVertex), VK_VERTEX_INPUT_RATE_VERTEX};
  VkPipelineVertexInputStateCreateInfo input = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
      .vertexBindingDescriptionCount = is_surface ? 0 : 1,
      .pVertexBindingDescriptions = &binding,
      .vertexAttributeDescriptionCount = is_surface ? 0 : G_N_ELEMENTS (vertex_attributes),
      .pVertexAttributeDescriptions = vertex_attributes,
  };
  VkPipelineInputAssemblyStateCreateInfo assembly = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology =
          is_surface ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
  };
  VkPipelineViewportStateCreateInfo viewport = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
      .viewportCount = 1,
      .scissorCount = 1,
  };
  VkPipelineRasterizationStateCreateInfo raster = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
      .polygonMode = VK_POLYGON_MODE_FILL,
      .cullMode = VK_CULL_MODE_NONE,
      .lineWidth = 1,
  };
  VkPipelineMultisampleStateCreateInfo multisample = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
      .rasterizationSamples = (VkSampleCountFlagBits)self->samples,
  };
  VkPipelineColorBlendAttachmentState over = {
      .blendEnable = VK_TRUE,
      .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
      .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
      .colorBlendOp = VK_BLEND_OP_ADD,
      .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
      .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
      .alphaBlendOp = VK_BLEND_OP_ADD,
      .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                        VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT,
  };
  VkPipelineColorBlendStateCreateInfo blend = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
      .attachmentCount = 1,
      .pAttachments = &over,
  };
  VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  VkPipelineDynamicStateCreateInfo dynamic = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
      .dynamicStateCount = G_N_ELEMENTS (dynamic_states),
      .pDynamicStates = dynamic_states,
  };
  VkGraphicsPipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
      .stageCount = 2,
      .pStages = stages,
      .pVertexInputState = &input,
      .pInputAssemblyState = &assembly,
      .pViewportState = &viewport,
      .pRasterizationState = &raster,
      .pMultisampleState = &multisample,
      .pColorBlendState = &blend,
      .pDynamicState = &dynamic,
      .layout = self->layout,
      .renderPass = self->pass,
  };

  return pn_gpu_check (self->device,
                       vkCreateGraphicsPipelines (self->device->vk, VK_NULL_HANDLE, 1, &info, NULL,
                                                  &self->kinds[kind]),
                       error);
}

static gboolean
create_kind (PnGpuPipelines *self, PnGpuPipelineKind kind, GError **error)
{
  gboolean is_surface = kind == PN_GPU_SURFACE;
  VkBool32 has_levels = kind == PN_GPU_PICTURE_LEVELS || kind == PN_GPU_PICTURE_CUT_LEVELS;
  VkBool32 is_cut = kind == PN_GPU_PICTURE_CUT || kind == PN_GPU_PICTURE_CUT_LEVELS;
  VkBool32 values[] = {has_levels, is_cut};
  VkSpecializationMapEntry entries[] = {{0, 0, sizeof (VkBool32)},
                                        {1, sizeof (VkBool32), sizeof (VkBool32)}};
  VkSpecializationInfo special = {G_N_ELEMENTS (entries), entries, sizeof values, values};
  VkDevice vk = self->device->vk;
  VkShaderModule vertex =
      is_surface ? create_module (self, surface_vert_spv, sizeof surface_vert_spv, error)
                 : create_module (self, picture_vert_spv, sizeof picture_vert_spv, error);
  VkShaderModule fragment = VK_NULL_HANDLE;
  if (vertex != VK_NULL_HANDLE)
    fragment = is_surface ? create_module (self, surface_frag_spv, sizeof surface_frag_spv, error)
                          : create_module (self, picture_frag_spv, sizeof picture_frag_spv, error);
  gboolean ok = FALSE;
  if (fragment != VK_NULL_HANDLE) {
    VkPipelineShaderStageCreateInfo stages[2] = {
        {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_VERTEX_BIT,
            .module = vertex,
            .pName = "main",
        },
        {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
            .module = fragment,
            .pName = "main",
            .pSpecializationInfo = is_surface ? NULL : &special,
        },
    };

    ok = create_pipeline (self, kind, stages, error);
  }
  vkDestroyShaderModule (vk, vertex, NULL);
  vkDestroyShaderModule (vk, fragment, NULL);
  return ok;
}

VkPipeline
pn_gpu_pipelines_get (PnGpuPipelines *self, PnGpuPipelineKind kind, GError **error)
{
  if (self->kinds[kind] == VK_NULL_HANDLE && !create_kind (self, kind, error))
    return VK_NULL_HANDLE;
  return self->kinds[kind];
}
